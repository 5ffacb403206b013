#include <nlohmann/json.hpp>

#include "core/lessons/lesson.h"

namespace firstsplit::lessons {

namespace {

using Json = nlohmann::json;

/// Null when it is not there.
Json at(const Json& document, const std::string& path) {
    const Json::json_pointer pointer(path);
    return document.contains(pointer) ? document.at(pointer) : Json();
}

}  // namespace

Result<bool> holds(const Check& check, const std::vector<std::string>& documents) {
    if (check.run >= documents.size())
        return fail("The lesson checks a run that it does not have. Its file needs mending.");
    const Json document = Json::parse(documents[check.run], nullptr, false);
    if (document.is_discarded())
        return fail("The run gave no JSON document, so its claim cannot be checked.");
    const Json found = at(document, check.path);
    if (found.is_null() && check.holdsWhenAbsent) return true;
    const Json wanted = check.otherPath.empty() ? Json::parse(check.value) : at(document, check.otherPath);
    if (check.test == "is") return found == wanted;
    if (check.test == "is not") return found != wanted;
    if (!found.is_number() || !wanted.is_number()) return false;
    return check.test == "above" ? found.get<double>() > wanted.get<double>()
                                 : found.get<double>() < wanted.get<double>();
}

}  // namespace firstsplit::lessons
