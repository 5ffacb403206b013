#pragma once

#include <c10/util/Exception.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// What LibTorch warns of while it trains, above all with `deterministic=warn`.
namespace firstsplit::train {

/// Where LibTorch said it.
struct Place {
    std::int64_t step = 0;
    std::string phase;  ///< "forward pass"
};

/// Takes LibTorch's warnings of the thread that made it, while it lives; the backward pass hands those of its
/// own threads to the thread that called it. Each operator's steps are kept; it is told of once, and so is
/// every other warning.
class WarningCollector : public c10::WarningHandler {
  public:
    WarningCollector(std::function<Place()> place,
                     std::function<void(const Place&, const std::string& sentence)> say);

    void process(const c10::Warning& warning) override;
    /// A sentence an operator: "max_unpooling2d_forward_out has no deterministic implementation; it ran in
    /// the forward pass of steps 0 to 49 (50 steps)."
    std::vector<std::string> summary() const;

  private:
    struct Steps {
        std::string phase;
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;  ///< first and last, ascending
    };
    std::function<Place()> m_place;
    std::function<void(const Place&, const std::string&)> m_say;
    std::map<std::string, Steps> m_operators;
    std::map<std::string, bool> m_said;
    c10::WarningUtils::WarningHandlerGuard m_installed;  ///< last: from here on warnings come
};

}  // namespace firstsplit::train
