#include <gtest/gtest.h>

#include "core/launch/run_paths.h"
#include "ui/setup/command_words.h"

namespace firstsplit::ui {
namespace {

QStringList words(const char* line) {
    return commandWords(QString::fromUtf8(line)).value_or(QStringList{"failed"});
}

TEST(CommandWords, SplitsAsAShellDoes) {
    EXPECT_EQ(words("python  train.py --lr 0.1 "), (QStringList{"python", "train.py", "--lr", "0.1"}));
    EXPECT_EQ(words("python -c 'import sys; sys.exit(3)'"),
              (QStringList{"python", "-c", "import sys; sys.exit(3)"}));
    EXPECT_EQ(words("a \"b c\" d\\ e ''"), (QStringList{"a", "b c", "d e", ""}));
    EXPECT_EQ(words("\"say \\\"hi\\\" \\n\""), (QStringList{"say \"hi\" \\n"}));
    EXPECT_EQ(words("'a'\"b\"c"), (QStringList{"abc"}));
    EXPECT_EQ(words("   "), QStringList());
}

TEST(CommandWords, SaysThatAQuoteIsLeftOpen) {
    EXPECT_FALSE(commandWords(QStringLiteral("python 'train.py")));
    EXPECT_FALSE(commandWords(QStringLiteral("python \"train.py")));
}

TEST(CommandWords, TakesBackWhatTheCommandLineShows) {
    const QStringList command{"python3", "-c", "print('it''s \"quoted\" $HOME \\ `x`')", "", "a b", "ünï"};
    EXPECT_EQ(commandWords(launch::shellLine(command)).value(), command);
}

}  // namespace
}  // namespace firstsplit::ui
