#!/usr/bin/env bash
# Sets up, builds, and runs the whole test suite without a display. Fails when a test fails, or when none ran.
# Arguments go to ctest: packaging/test.sh -R compare
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packaging/setup.sh
# The preset makes an error of a suite without tests.
QT_QPA_PLATFORM=offscreen exec ctest --preset "${FIRSTSPLIT_PRESET:-release}" --parallel "$(nproc)" "$@"
