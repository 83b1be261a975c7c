// Xcode, Android and Flutter, where their messages differ from those of the compilers they call.
import type { RulePack } from './rule.js'

export const mobile: RulePack = {
  dependency_resolution: [
    {
      id: 'xcode.packages',
      weight: 9,
      pattern:
        /xcodebuild: error: Could not resolve package dependencies|Unable to find a specification for `|could not find compatible versions for pod|Dependencies could not be resolved because|CocoaPods could not find/i,
      example: 'xcodebuild: error: Could not resolve package dependencies:'
    }
  ],
  compile_error: [
    {
      id: 'dart.error',
      weight: 8.5,
      pattern:
        /(?<![\w./-])(?<file>[\w./-]{1,200}\.dart):(?<line>\d{1,6}):\d{1,5}: Error: |Target kernel_snapshot(?:_program)? failed|Target dart2js failed/,
      example: "lib/main.dart:12:7: Error: The getter 'a' isn't defined for the class 'B'."
    }
  ],
  lint_format: [
    {
      id: 'swiftlint.violation',
      weight: 9,
      pattern:
        /(?<![\w./-])(?<file>[\w./-]{1,200}\.swift):(?<line>\d{1,6}):(?:\d{1,5}:)? (?:error|warning): [A-Z][\w ]{2,40} Violation: |Done linting! Found \d{1,6} violations|code should be clang-formatted/,
      example: 'a.swift:12:1: error: Line Length Violation: Line should be 120 characters or less'
    },
    {
      id: 'ktlint.violation',
      weight: 8.5,
      pattern:
        /(?<![\w./-])(?<file>[\w./-]{1,200}\.kts?):(?<line>\d{1,6}):\d{1,5}:? .{1,200}\((?<rule>(?:standard|experimental):[\w-]{2,60})\)|Lint error > \[|\] \(\w{2,20}\) (?<rule2>[A-Z]\w{2,60}): |^In \S{1,200} line \d{1,6}:$|Dockerfile:\d{1,5} DL[34]\d{3}/,
      example: 'a.kt:5:1: Unexpected blank line(s) before "}" (standard:no-blank-line-before-rbrace)'
    }
  ],
  test_failure: [
    {
      id: 'xctest.failed',
      weight: 9,
      role: 'assertion',
      pattern:
        /(?<![\w./-])(?<file>[\w./-]{1,200}\.(?:swift|m|mm)):(?<line>\d{1,6}): error: -\[|XCTAssert\w{0,40} failed|^\*\* TEST FAILED \*\*|Executed \d{1,6} tests?, with [1-9]\d{0,5} failures?/,
      example: 'AppTests/FooTests.swift:20: error: -[AppTests.FooTests testBar] : XCTAssertEqual failed'
    }
  ],
  config_error: [
    {
      id: 'xcode.config',
      weight: 9,
      pattern:
        /xcodebuild: error: (?:The (?:workspace|project|directory|test action)|Unable to find a (?:destination|device)|Scheme |'.{1,200}' does not exist)|does not contain a scheme named/,
      example: 'xcodebuild: error: The workspace named "App" does not contain a scheme named "AppX".'
    }
  ],
  auth_permission: [
    {
      id: 'xcode.signing',
      weight: 9,
      pattern:
        /No signing certificate "|No profiles for '.{1,120}' were found|requires a provisioning profile|No certificate for team|errSecInternalComponent|User interaction is not allowed\.|Keystore was tampered with|Failed to read key .{1,80} from store/,
      example: 'error: No signing certificate "iOS Distribution" found'
    }
  ],
  quality_gate: [
    {
      id: 'advisory.found',
      weight: 8.5,
      pattern:
        /error\[(?:vulnerability|unsound|unmaintained|yanked|rejected|banned)\]: |\d{1,5} (?:low|moderate|high|critical) severity vulnerabilit|Total: [1-9]\d{0,4} \((?:UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL): |codecov\/(?:patch|project).{0,60}target/,
      example: 'error[vulnerability]: Potential segfault in `time`'
    }
  ]
}
