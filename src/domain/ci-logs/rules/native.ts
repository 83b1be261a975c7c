// Go, Rust, C and C++, .NET, Swift: compilers, linkers, linters and test runners.
import type { RulePack } from './rule.js'

export const native: RulePack = {
  dependency_resolution: [
    {
      id: 'cargo.version',
      weight: 9.5,
      pattern:
        /failed to select a version for (?:the requirement )?`(?<package>[\w-]{1,80})|no matching package named `(?<package2>[\w-]{1,80})`|the lock file .{1,200} needs to be updated|no matching version .{0,80}found|failed to load source for dependency|requires rustc \d|cannot be built because it requires rustc|is not supported by the following package|feature `\w{1,40}` is required|package `[\w -]{1,80}` cannot be built|failed to parse lock file/,
      example: 'error: failed to select a version for `serde`.'
    },
    {
      id: 'cargo.get',
      weight: 5,
      role: 'symptom',
      pattern: /failed to get `(?<package>[\w-]{1,80})` as a dependency|failed to load source/,
      example: 'error: failed to get `a` as a dependency of package `b v1.0.0`'
    },
    {
      id: 'go.module',
      weight: 9,
      pattern:
        /no required module provides package (?<package>[\w./-]{1,150})|cannot find module providing package|missing go\.sum entry|go: updates to go\.(?:mod|sum) needed|updating go\.(?:mod|sum): |verifying .{1,150}: checksum mismatch|unknown revision|module declares its path as|ambiguous import: found package|invalid version: |go\.mod requires go >=|go: inconsistent vendoring|requires go >= ?\d|is not in (?:GOROOT|std)|cannot find package "|reading .{1,200}: 404 Not Found|not found: module .{1,120}: no matching versions/,
      example: 'a.go:3:2: no required module provides package example.org/b; to add it:'
    },
    {
      id: 'nuget.missing',
      weight: 9.5,
      pattern:
        /error:? NU1[0-2]\d\d(?<!NU1301)|Unable to find package (?<package>[\w.-]{1,100})|Version conflict detected for|Detected package downgrade|NU1605|NU1102|NU1101|error NETSDK1004/,
      example:
        'error NU1101: Unable to find package A. No packages exist with this id in source(s): nuget.example.org'
    },
    {
      id: 'native.find',
      weight: 8,
      pattern:
        /Could NOT find (?<package>[\w-]{1,60})|Could not find a package configuration file provided by|Package '(?<package2>[\w+.-]{1,60})', required by|No package '(?<package3>[\w+.-]{1,60})' found|Package requirements \(.{1,120}\) were not met|E: Unable to locate package (?<package4>[\w+.-]{1,60})|has no installation candidate|E: Package '[^']{1,80}' has no installation|E: Version '[^']{1,60}' for '|Unable to correct problems, you have held broken packages|The following packages have unmet dependencies|ERROR: unable to select packages|Dependency lookup for .{1,60} failed|No available formula|ERROR: Missing (?:prebuilt package|binary)|vcpkg install failed|error: building [\w:-]{1,80} failed with|No match for argument: |Unable to find a match: |target not found: |CocoaPods could not find compatible versions|error: Dependencies could not be resolved because/,
      example: 'E: Unable to locate package libfoo-dev'
    }
  ],
  compile_error: [
    {
      id: 'rustc.error',
      weight: 9,
      pattern:
        /^error\[(?<rule>E\d{4})\]: |error: could not compile `(?<package>[\w-]{1,80})`|error: aborting due to \d{0,4}|error: linking with `|error: linker `.{1,40}` not found|error: cannot find (?:macro|derive|attribute)|error: failed to run custom build command|error: unresolved import|error: proc-macro derive panicked/,
      example: 'error[E0425]: cannot find value `a` in this scope'
    },
    {
      id: 'go.build',
      weight: 8.5,
      pattern:
        /(?<![\w./-])(?<file>[\w./-]{1,200}\.go):(?<line>\d{1,6}):\d{1,5}: (?:undefined: |cannot use |declared and not used|imported and not used|syntax error|too many arguments|not enough arguments|missing return|assignment mismatch|invalid operation|undeclared name|\S{1,80} redeclared|\S{1,80} declared (?:and|but) not used|cannot )|^FAIL\t\S{1,200} \[(?:build|setup) failed\]|\[build failed\]|\[setup failed\]|(?<!\S)\S{1,80}\.go:\d{1,6}:\d{1,5}: \S{1,80} undefined \(|declared and not used|imported and not used/,
      example: './a.go:3:5: undefined: b'
    },
    {
      id: 'cc.error',
      weight: 8.5,
      pattern:
        /(?<![\w./\\+-])(?<file>[\w./\\+-]{1,250}\.(?:c|cc|cpp|cxx|h|hpp|hh|m|mm|cu|swift|inl|ipp|f90|zig|hs|ml|d)):(?<line>\d{1,6}):(?:\d{1,5}:)? (?:fatal )?error: (?!-\[|code should be|[A-Z][\w ]{2,40} Violation: )|fatal error: .{1,150}: No such file or directory|error: expected .{1,40} before|error: use of undeclared identifier|error: unknown type name|error: no (?:matching|member) |cc1: all warnings being treated as errors|cc1plus: all warnings being treated|error: '.{1,100}' (?:was not declared|has no member|undeclared)/,
      example: "src/a.c:3:5: error: 'b' undeclared (first use in this function)"
    },
    {
      id: 'ld.error',
      weight: 8.5,
      pattern:
        /undefined reference to [`'](?<package>[^']{1,150})|\bld: (?:error|symbol|library|framework|cannot find)|ld\.lld: error|ld returned \d exit status|collect2: error|undefined symbols? for architecture|Undefined symbols for|multiple definition of|unresolved external symbol|LNK\d{4}|linker command failed with exit code|cannot find -l\w|error: linker command/i,
      example: "a.o: undefined reference to `b'"
    },
    {
      id: 'dotnet.error',
      weight: 9,
      pattern:
        /(?<![\w./\\: -])(?<file>[\w./\\: -]{1,250}\.(?:cs|fs|vb|csproj|razor|cshtml|xaml))\((?<line>\d{1,6}),\d{1,5}(?:,\d{1,6},\d{1,6})?\): error (?<rule>[A-Z]{2,8}\d{3,5})|error (?:CS|FS|BC|C|MC|XA|RZ)\d{4}\b|(?<![\w./\\-])(?<file2>[\w./\\-]{1,250}\.(?:c|cpp|h|hpp))\((?<line2>\d{1,6})(?:,\d{1,5})?\): (?:fatal )?error C\d{4}/,
      example: "/src/A.cs(3,5): error CS0103: The name 'b' does not exist [/src/A.csproj]"
    },
    {
      id: 'xcode.error',
      weight: 8,
      role: 'summary',
      pattern:
        /\*\* (?:BUILD|ARCHIVE|TEST BUILD) FAILED \*\*|The following build commands failed|Testing cancelled because the build failed|error: emit-module command failed|xcodebuild: error: Failed to build|Command SwiftCompile failed|error: cannot find '.{1,80}' in scope|error: no such module '/,
      example: '** BUILD FAILED **'
    },
    {
      id: 'make.error',
      weight: 3.5,
      role: 'symptom',
      pattern: /Build FAILED\.|\d{1,5} Error\(s\)$|error: build failed/,
      example: 'Build FAILED.'
    },
    {
      id: 'make.target',
      weight: 3.5,
      role: 'place',
      pattern:
        /make(?:\[\d{1,2}\])?: \*\*\* .{1,250} Error \d{1,3}|ninja: build stopped: subcommand failed|FAILED: (?:\[code=\d{1,3}\] )?[\w./-]{1,200}\.o\b|make: Target .{1,60} not remade/,
      example: 'make: *** [Makefile:3: all] Error 2'
    }
  ],
  lint_format: [
    {
      id: 'rust.style',
      weight: 9.5,
      pattern:
        /^Diff in (?<file>[\w./\\-]{1,250}\.rs)(?::| at line )(?<line>\d{1,6})|clippy::(?<rule>\w{3,60})|rust-lang\.github\.io\/rust-clippy|`-D warnings` implied by|`-D clippy|error: unused (?:import|variable|must_use|mut)|#\[deny\(|requested on the command line with `-D|implied by `-D warnings`|cargo fmt.{0,40}--check/,
      example: 'Diff in src/a.rs:3:'
    },
    {
      id: 'go.lint',
      weight: 9,
      pattern:
        /(?<![\w./-])(?<file>[\w./-]{1,200}\.go):(?<line>\d{1,6}):\d{1,5}: .{1,400} \((?<rule>[a-z]{3,25})\)$|level=error msg="Running error: .{0,60}(?:lint|typecheck)|golangci-lint exit with code [1-9]|File is not `?(?:gofmt|goimports|gofumpt|gci)`?-?ed|is not properly formatted \((?<rule2>\w{3,20})\)|gofmt.{0,40}(?:needs|not formatted|the following files)|composite literal uses unkeyed fields|Printf format %|should have comment or be unexported|Error return value .{0,80}is not checked|##\[error\].{1,200}\((?:errcheck|govet|staticcheck|revive|gosec|unused|ineffassign|gocritic|lll|misspell|gosimple|typecheck)\)/,
      example: 'a/b.go:3:5: Error return value of `c` is not checked (errcheck)'
    },
    {
      id: 'cc.style',
      weight: 8.5,
      pattern:
        /\[-Werror,-Wclang-|clang-format.{0,60}(?:would|not|violations|failed)|code should be clang-formatted|\[-Wclang-format-violations\]|clang-tidy.{0,60}(?:error|failed)|\[bugprone-|\[modernize-|\[readability-|\[cppcoreguidelines-|cppcheck.{0,40}error|Total errors found: [1-9]|error WHITESPACE|error WHITESPACE: |error (?:IDE|SA|CA|RCS|S)\d{4}\b|Done linting! Found [1-9]|\^-{2,4} SC\d{4} |For more information:\s{0,4}https:\/\/www\.shellcheck|taplo.{0,40}not properly|typos.{0,20}error/,
      example: 'src/a.cpp:3:5: error: code should be clang-formatted [-Wclang-format-violations]'
    }
  ],
  test_failure: [
    {
      id: 'go.test',
      weight: 8.5,
      pattern:
        /^\s{0,12}--- FAIL: (?<package>\S{1,200})|^FAIL\t\S{1,200}\t[\d.]{1,10}s|^\s{1,8}\[FAIL\] |Summarizing \d{1,5} Failures?|^FAIL! -- \d|\[FAILED\] |Error Trace:|Test Panicked|=== FAIL: /,
      example: '--- FAIL: TestA (0.01s)'
    },
    {
      id: 'rust.test',
      weight: 8.5,
      pattern:
        /test result: FAILED|^test .{1,250} \.\.\. FAILED|thread '.{1,200}' (?:\(\d{1,9}\) )?panicked at|assertion (?:`left == right` )?failed|test failed, to rerun pass|^\s{0,12}FAIL \[ {0,6}[\d.]{1,10}s\]|Summary \[.{1,30}[1-9]\d{0,5} failed|error: \d{1,4} targets? failed|error: test run failed|error: doctest failed|-- stdout ----/,
      example: 'test result: FAILED. 3 passed; 1 failed; 0 ignored'
    },
    {
      id: 'cc.test',
      weight: 8.5,
      pattern:
        /\[ {2}FAILED {2}\] |\d{1,3}% tests passed, [1-9]\d{0,5} tests? failed|The following tests FAILED|Errors while running CTest|test cases?: {1,6}\d{1,6} \|.{0,60}[1-9]\d{0,5} failed|\*\*\*Failed +\d|FAILED:\s{0,4}(?:REQUIRE|CHECK)|No test(?:s)? were found!!!|^# FAIL: +[1-9]|^FAIL: [\w./-]{1,120}$|Ok: +\d{1,6}.{0,60}Fail: +[1-9]|^Fail: +[1-9]|[1-9]\d{0,4} FAILED TESTS?|Executed \d{1,6} tests?, with [1-9]\d{0,4} failures?|\*\* TEST FAILED \*\*|XCTAssert\w{3,40} failed|Failing tests:|Test [Cc]ase '.{1,150}' failed|with [1-9]\d{0,4} failures? \(/,
      example: '[  FAILED  ] ATest.DoesB (3 ms)'
    },
    {
      id: 'dotnet.test',
      weight: 8.5,
      pattern:
        /^\s{0,4}Failed!\s{1,4}- Failed:|Test Run Failed|^\s{0,4}Failed [\w.]{3,250} \[|Assert\.\w{3,40}\(\) Failure|Total tests: \d{1,6}.{0,60}Failed: [1-9]|error TESTERROR|\[FAIL\]$|Expected: .{1,80} But was: |failed with \d{1,5} error\(s\).{0,60}test|Failed: {1,6}[1-9]\d{0,5}, Passed/,
      example: 'Failed!  - Failed:     1, Passed:    20, Skipped:     0'
    }
  ],
  config_error: [
    {
      id: 'native.config',
      weight: 8,
      pattern:
        /could not find `Cargo\.toml`|failed to parse manifest at|error: toolchain '.{1,80}' (?:is not installed|does not support)|error: no such (?:sub)?command: `|error\[E0554\]|may not be used on the stable release channel|is not installed for the toolchain|error: target .{1,60} may not be installed|go: cannot find main module|go\.mod file not found|go: unknown (?:subcommand|command)|go\.mod:\d{1,5}: (?:unknown|invalid)|invalid go version|CMake Error(?:: | at )|CMake \d[\d.]{1,10} or higher is required|CMAKE_\w{1,40} not set|No CMAKE_\w{1,20}_COMPILER|does not appear to contain CMakeLists|Compatibility with CMake < |configure: error: |No rule to make target|ERROR: Neither .{1,60} nor|meson\.build:\d{1,5}:\d{1,5}: ERROR|NETSDK1045|The current \.NET SDK does not support targeting|A compatible \.NET SDK was not found|MSB1003|MSB1009|MSB4\d{3}|NETSDK1\d{3}|You must install or update \.NET|xcode-select: error|Unable to find a destination matching|requires Xcode|No profiles for|Signing for ".{1,80}" requires a development team|error: invalid option|the configuration contains invalid elements|unsupported version of the configuration|can't load config:|the Go language version .{1,60} used to build golangci-lint is lower/,
      example: 'CMake Error at CMakeLists.txt:3 (add_library):'
    }
  ]
}
