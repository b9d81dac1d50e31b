// Each value of a column gets its bytes or its failure, and no failure is that of another value.
#include "columns.h"

#include "failures.h"
#include "tasks.h"

namespace wirebed {

namespace {

// The step of a column. If the peer lacks its codec or message, the step always answers unsupported.
Step step_of(const Column& column) {
  const Options options(column.options().begin(), column.options().end());
  Step step;
  Result missing;
  complete(missing, [&] {
    step = step_of(column.action(), column.codec(), column.message(), options, column.class_name());
  });
  if (step) return step;
  return [missing](const std::string&, Result& result) { result = missing; };
}

}  // namespace

void answer_column(const Column& column, ColumnAnswer& answer) {
  const Step step = step_of(column);
  Result result;
  for (int position = 0; position < column.values_size(); ++position) {
    result.Clear();
    complete(result, [&] { step(column.values(position), result); });
    std::string& value = *answer.add_values();
    if (result.has_encoded()) {
      value = std::move(*result.mutable_encoded());
    } else if (result.has_decoded()) {
      value = std::move(*result.mutable_decoded());
    } else {
      result.set_id(static_cast<std::uint64_t>(position));
      answer.add_failures()->Swap(&result);
    }
  }
}

}  // namespace wirebed
