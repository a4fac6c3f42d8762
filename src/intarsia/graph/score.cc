#include "intarsia/graph/score.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/io/parallel.h"
#include "intarsia/layout/targets.h"

namespace intarsia::graph {

namespace {

// Everything that is kept from batch to batch.
class TensorScore {
 public:
  TensorScore(const Kind& kind, const layout::Plan& plan, TensorFunction function, unsigned threads)
      : kind_(kind),
        record_bytes_(kind.record_bytes()),
        tensor_bytes_(plan.bytes()),
        frame_(plan.layout().frame),
        function_(std::move(function)) {
    for (unsigned i = 0; i < std::max(1U, threads); ++i) {
      encoders_.push_back(kind.type->make_record_encoder(plan));
    }
  }

  std::optional<Error> operator()(std::span<const std::byte> records, std::span<float> out) {
    const std::size_t count = out.size();
    moments_.resize(count);
    for (std::size_t i = 0; i < count; ++i) moments_[i].now = records.data() + i * record_bytes_;
    make_room(count * tensor_bytes_);
    encode();
    if (auto error = function_(tensors_, count, out)) return error;
    if (frame_ == layout::kMoverFrame) turn(out);
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kAlignment = 64;  // whole vectors, for the kernels and for networks

  void make_room(std::size_t bytes) {
    if (bytes + kAlignment <= buffer_.size()) return;
    buffer_.resize(bytes + kAlignment);
    void* at = buffer_.data();
    std::size_t room = buffer_.size();
    tensors_ = static_cast<std::byte*>(std::align(kAlignment, bytes, at, room));
  }

  void encode() {
    const std::size_t share = (moments_.size() + encoders_.size() - 1) / encoders_.size();
    const auto threads = static_cast<unsigned>(encoders_.size());
    io::in_parallel(encoders_.size(), threads, [&](std::size_t t) {
      const std::size_t first = std::min(t * share, moments_.size());
      const std::size_t count = std::min(share, moments_.size() - first);
      encoders_[t]->encode(std::span(moments_).subspan(first, count),
                           tensors_ + first * tensor_bytes_,
                           static_cast<std::ptrdiff_t>(tensor_bytes_), layout::Stores::kBySize);
    });
  }

  void turn(std::span<float> out) {
    worths_.resize(out.size());
    kind_.type->worths(kind_.size, moments_, worths_.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (layout::is_turned(frame_, worths_[i].is_second_to_move)) out[i] = -out[i];
    }
  }

  Kind kind_;
  std::size_t record_bytes_;
  std::size_t tensor_bytes_;
  layout::FrameId frame_;
  TensorFunction function_;
  std::vector<std::unique_ptr<game::RecordEncoder>> encoders_;  // one for each thread
  std::vector<layout::RecordMoment> moments_;
  std::vector<game::RecordWorth> worths_;
  std::vector<std::byte> buffer_;
  std::byte* tensors_ = nullptr;
};

}  // namespace

Score built_in_score(const Kind& kind) {
  return [type = kind.type, size = kind.size](std::span<const std::byte> records,
                                              std::span<float> out) -> std::optional<Error> {
    type->rules.scores(size, records, out.data());
    return std::nullopt;
  };
}

Result<Score> tensor_score(const Kind& kind, const layout::Plan& plan, TensorFunction function,
                           unsigned threads) {
  const layout::Layout& l = plan.layout();
  const layout::Catalogue& c = *l.catalogue;
  if (c.game != kind.type->name || c.size != kind.size) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({l.id, " is a layout of ", c.game, " on a board of size ",
                         std::to_string(c.size), ", but positions of ", kind.type->name,
                         " on one of size ", std::to_string(kind.size), " are to be scored"})};
  }
  if (auto error = layout::refuse_targets(l, l.frame)) return *std::move(error);
  const auto made = std::make_shared<TensorScore>(kind, plan, std::move(function), threads);
  return Score([made](std::span<const std::byte> records, std::span<float> out) {
    return (*made)(records, out);
  });
}

}  // namespace intarsia::graph
