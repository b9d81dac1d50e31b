// Values without a schema: the value tree of cpp/hessian2 as a view and back (proto/wirebed/README.md, "Bare
// values").
#pragma once

#include "bridge/view.h"
#include "hessian2/value.h"

namespace wirebed::bare {

// Builds the value of a whole view in an empty document.
void build(view::Reader& from, ::hessian2::Document& document);

void show(const ::hessian2::Document& document, view::Writer& to);

}  // namespace wirebed::bare
