// Answers a column: one codec, one message, and a task for each of many values.
#pragma once

#include "wirebed/peer.pb.h"

namespace wirebed {

void answer_column(const Column& column, ColumnAnswer& answer);

}  // namespace wirebed
