#include "tests/fingerprint/known_answers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/fingerprint/fs128.h"

namespace firstsplit::fingerprint::test {
namespace {

using Element = std::vector<std::byte>;
using Elements = std::vector<Element>;

template <class T>
Element elementOf(T value, std::size_t size = sizeof(T)) {
    Element element(size);
    std::memcpy(element.data(), &value, size);
    return element;
}

Element counted(ScalarType type, std::uint64_t value) {
    const auto number = static_cast<float>(value);
    switch (type) {
        case ScalarType::Float32:
            return elementOf(number);
        case ScalarType::Float64:
            return elementOf(static_cast<double>(value));
        case ScalarType::BFloat16:  // exact for the small numbers counted here
            return elementOf(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(number) >> 16));
        case ScalarType::Float16: {
            if (value == 0) return elementOf(std::uint16_t{0});
            if (value > 2048) throw std::runtime_error("float16 counts exactly to 2048 only");
            const auto exponent = static_cast<unsigned>(std::bit_width(value) - 1);
            const std::uint64_t fraction = (value << 10 >> exponent) & 0x3FF;
            return elementOf(static_cast<std::uint16_t>(((exponent + 15) << 10) | fraction));
        }
        default:
            return elementOf(value, sizeOf(type));
    }
}

Elements made(ScalarType type, const nlohmann::json& make) {
    Elements elements;
    if (make.contains("arange")) {
        for (std::uint64_t i = 0; i < make["arange"].get<std::uint64_t>(); ++i)
            elements.push_back(counted(type, i));
    } else if (make.contains("bits")) {
        for (std::uint64_t bits : make["bits"]) elements.push_back(elementOf(bits, sizeOf(type)));
    } else if (make.contains("repeat")) {
        elements.assign(make["count"], elementOf(make["repeat"].get<std::uint64_t>(), sizeOf(type)));
    } else {
        const std::size_t count = make.at("random_bytes");
        std::vector<std::byte> bytes;
        for (std::uint64_t i = 1; bytes.size() < count; ++i) {
            const Element word =
                elementOf(fs128::fmix((make.at("seed").get<std::uint64_t>() + i) * fs128::golden));
            bytes.insert(bytes.end(), word.begin(), word.end());
        }
        for (auto at = bytes.begin(); at < bytes.begin() + static_cast<std::ptrdiff_t>(count);) {
            const auto end = at + static_cast<std::ptrdiff_t>(sizeOf(type));
            elements.emplace_back(at, end);
            at = end;
        }
    }
    return elements;
}

void view(const std::string& text, Elements& elements, std::vector<std::int64_t>& shape) {
    std::istringstream words(text);
    std::string word;
    words >> word;
    std::vector<std::int64_t> numbers;
    for (std::int64_t number = 0; words >> number;) numbers.push_back(number);
    if (word == "reshape") {
        shape = numbers;
    } else if (word == "transpose") {
        const auto rows = static_cast<std::size_t>(shape.at(0));
        const auto columns = static_cast<std::size_t>(shape.at(1));
        Elements transposed;
        for (std::size_t column = 0; column < columns; ++column)
            for (std::size_t row = 0; row < rows; ++row)
                transposed.push_back(elements.at(row * columns + column));
        elements = std::move(transposed);
        std::swap(shape[0], shape[1]);
    } else if (word == "from") {
        elements.erase(elements.begin(), elements.begin() + numbers.at(0));
        shape = {static_cast<std::int64_t>(elements.size())};
    } else if (word == "every") {
        Elements kept;
        for (std::size_t i = 0; i < elements.size(); i += static_cast<std::size_t>(numbers.at(0)))
            kept.push_back(elements[i]);
        elements = std::move(kept);
        shape = {static_cast<std::int64_t>(elements.size())};
    } else if (word == "conj" ||
               word == "neg") {  // little-endian: the sign, of the imaginary part if complex, comes last
        for (Element& element : elements) element.back() ^= std::byte{0x80};
    } else {
        throw std::runtime_error("known_answers.json: unknown view \"" + text + "\"");
    }
}

KnownTensor tensorOf(const nlohmann::json& json) {
    KnownTensor tensor;
    tensor.name = json.at("name");
    tensor.type = scalarTypeNamed(json.at("dtype").get<std::string>());
    tensor.fingerprint = json.at("fingerprint");
    Elements elements = made(tensor.type, json.at("make"));
    tensor.shape = {static_cast<std::int64_t>(elements.size())};
    if (json.contains("views"))
        for (const std::string text : json["views"]) view(text, elements, tensor.shape);
    if (tensor.shape != json.at("shape").get<std::vector<std::int64_t>>())
        throw std::runtime_error("known_answers.json: another shape of " + tensor.name);
    for (const Element& element : elements)
        tensor.bytes.insert(tensor.bytes.end(), element.begin(), element.end());
    return tensor;
}

KnownAnswers read() {
    std::ifstream file(FIRSTSPLIT_SOURCE_DIR "/tests/fingerprint/known_answers.json");
    const nlohmann::json json = nlohmann::json::parse(file);
    if (json.at("format") != "fs128/1") throw std::runtime_error("known_answers.json: another format");
    KnownAnswers answers;
    for (const nlohmann::json& tensor : json.at("tensors")) answers.tensors.push_back(tensorOf(tensor));
    for (const nlohmann::json& list : json.at("lists"))
        answers.lists.push_back({list.at("name"), list.at("members"), list.at("fingerprint")});
    return answers;
}

}  // namespace

Fingerprint fromHex(const std::string& text) {
    if (text.size() != 33) throw std::runtime_error("no fingerprint: " + text);
    return {{std::stoull(text.substr(0, 16), nullptr, 16), std::stoull(text.substr(17), nullptr, 16)}};
}

std::vector<Fingerprint> KnownAnswers::membersOf(const KnownList& list) const {
    std::vector<Fingerprint> members;
    for (const std::string& name : list.members) {
        if (name == "absent") {
            members.emplace_back();
            continue;
        }
        const auto found =
            std::ranges::find_if(tensors, [&](const KnownTensor& tensor) { return tensor.name == name; });
        if (found == tensors.end()) throw std::runtime_error("known_answers.json: no tensor " + name);
        members.push_back(fromHex(found->fingerprint));
    }
    return members;
}

const KnownAnswers& knownAnswers() {
    static const KnownAnswers answers = read();
    return answers;
}

}  // namespace firstsplit::fingerprint::test
