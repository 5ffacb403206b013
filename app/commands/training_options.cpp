#include "app/commands/training_options.h"

#include <QDir>
#include <cctype>
#include <charconv>
#include <cmath>

namespace firstsplit::app {

namespace {

void addAssignments(CLI::App& subcommand, const std::string& name, std::vector<std::string>& into,
                    const std::string& description) {
    subcommand.add_option(name, into, description)->type_name("KEY=VALUE")->allow_extra_args(false);
}

/// The runner takes the folder from its environment, whoever starts it.
Result<> handOnData(const std::string& folder, const std::string& experiment) {
    if (folder.empty()) return {};
    const auto chosen = settings::experimentNamed(experiment.empty() ? "digits-embedding" : experiment);
    if (chosen && !chosen->takesData)
        return fail("--data " + folder + " is of no use to " + chosen->name +
                    ", which trains on data of its own: only resnet18 takes a folder. Leave --data away.");
    const QString path = QDir::current().absoluteFilePath(QString::fromLocal8Bit(folder.c_str()));
    qputenv("FIRSTSPLIT_DATA", path.toLocal8Bit());
    return {};
}

}  // namespace

void TrainingOptions::addTo(CLI::App& subcommand, bool withExperiment) {
    if (withExperiment) {
        subcommand
            .add_option("--experiment", experiment, "a built-in experiment (default: digits-embedding)")
            ->type_name("NAME");
        subcommand.add_option("--steps", steps, "training steps of a run (default: the experiment's own)")
            ->type_name("N");
        subcommand
            .add_option("--data", dataFolder,
                        "folder of CIFAR-10's binary files, for resnet18 (default: noise of that shape)")
            ->type_name("FOLDER");
        subcommand.add_option("--device", device, "cpu, cuda or cuda:1")
            ->type_name("NAME")
            ->capture_default_str();
    }
    subcommand.add_option("--preset", preset, "seeds, fast, deterministic or default")->type_name("NAME");
    addAssignments(subcommand, "--set", assignments, "a setting; can be repeated (see firstsplit settings)");
    subcommand.add_option("--seed", seed, "short for --set seed=N")->type_name("N");
    subcommand
        .add_option("--weights", weights,
                    "which steps keep their weights: budget (default), ends, every N, or none")
        ->type_name("POLICY")
        ->expected(1, 2);
    subcommand
        .add_option("--weight-budget", weightBudget, "how much the weights of a run may take (default: 2GiB)")
        ->type_name("BYTES");
}

void TrainingOptions::addSidesTo(CLI::App& subcommand) {
    addAssignments(subcommand, "--set-a", assignmentsA, "a setting of run A only");
    addAssignments(subcommand, "--set-b", assignmentsB, "a setting of run B only");
}

Result<settings::Values> TrainingOptions::valuesFor(const std::vector<std::string>& ofSide) const {
    if (const Result<> ok = handOnData(dataFolder, experiment); !ok) return tl::unexpected(ok.error());
    settings::Values values;
    if (seed) values["seed"] = std::to_string(*seed);
    for (const auto* list : {&assignments, &ofSide})
        for (const std::string& text : *list) {
            auto parsed = settings::parseAssignment(text);
            if (!parsed) return tl::unexpected(parsed.error());
            values[parsed->first] = parsed->second;
        }
    for (const auto& [key, value] : values)
        if (auto checked = settings::check(key, value); !checked) return tl::unexpected(checked.error());
    return values;
}

Result<journal::SnapshotRequest> TrainingOptions::snapshots() const {
    using Policy = journal::SnapshotRequest::Policy;
    journal::SnapshotRequest request;
    if (!weightBudget.empty()) {
        const auto bytes = bytesFromText(weightBudget);
        if (!bytes) return tl::unexpected(bytes.error());
        request.budgetBytes = *bytes;
    }
    if (weights.empty()) return request;
    const std::string& policy = weights.front();
    const bool takesNumber = policy == "every";
    if (takesNumber && weights.size() == 2) {
        const std::string& text = weights.back();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), request.every);
        if (error == std::errc() && end == text.data() + text.size() && request.every >= 1) {
            request.policy = Policy::EveryN;
            return request;
        }
        return fail("--weights every " + text + ": \"" + text +
                    "\" is no count of steps. Give 1 or more: --weights every 10");
    }
    if (takesNumber) return fail("--weights every needs a count of steps: --weights every 10");
    if (weights.size() == 2)
        return fail("--weights " + policy + " takes nothing more, but \"" + weights.back() +
                    "\" follows. Leave it away.");
    if (policy == "ends")
        request.policy = Policy::Ends;
    else if (policy == "none")
        request.policy = Policy::None;
    else if (policy != "budget")
        return fail("--weights " + policy + " is unknown. Use budget, ends, every N or none.");
    return request;
}

Result<journal::SnapshotRequest> TrainingOptions::snapshotsOrNone() const {
    if (!weights.empty() || !weightBudget.empty()) return snapshots();
    journal::SnapshotRequest none;
    none.policy = journal::SnapshotRequest::Policy::None;
    return none;
}

Result<launch::TrainingSource> TrainingOptions::sourceOf(const Invocation& invocation,
                                                         const std::string& subcommand) const {
    if (invocation.hasCommand && invocation.command.isEmpty())
        return fail("There is no command behind --. Give one: firstsplit " + subcommand +
                    " -- python train.py");
    if (invocation.hasCommand && !experiment.empty())
        return fail("--experiment and a command behind -- exclude each other. Leave one of them away.");
    launch::TrainingSource source;
    source.command = invocation.command;
    if (!invocation.hasCommand)
        source.experiment = QString::fromStdString(experiment.empty() ? "digits-embedding" : experiment);
    return source;
}

Result<std::uint64_t> bytesFromText(const std::string& text) {
    const auto bad = [&text] {
        return fail("\"" + text + "\" is no number of bytes. Use for example 500MB, 2GB or 2GiB.");
    };
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !(number >= 0)) return bad();
    std::string unit;
    for (const char* c = end; c != text.data() + text.size(); ++c)
        if (*c != ' ') unit += static_cast<char>(std::toupper(static_cast<unsigned char>(*c)));
    double factor = 1;
    if (!unit.empty() && unit != "B") {
        const auto power = std::string("KMGT").find(unit[0]);
        const std::string rest = unit.substr(1);
        if (power == std::string::npos || (!rest.empty() && rest != "B" && rest != "IB")) return bad();
        factor = std::pow(rest == "IB" ? 1024.0 : 1000.0, static_cast<double>(power + 1));
    }
    const double bytes = number * factor;
    if (bytes >= 9e18) return bad();
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace firstsplit::app
