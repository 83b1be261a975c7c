// npm, Yarn, pnpm, the TypeScript compiler, and linters, formatters, bundlers and test runners for JavaScript.
import type { RulePack } from './rule.js'

export const javascript: RulePack = {
  dependency_resolution: [
    {
      id: 'npm.resolve',
      weight: 9.5,
      pattern:
        /code ERESOLVE|While resolving: |upstream dependency conflict|ERESOLVE (?:could not resolve|unable to resolve)|Could not resolve dependency:|Conflicting peer dependency: (?<package>@?[\w/.-]{1,100})|unable to resolve dependency tree/,
      example: 'npm ERR! code ERESOLVE'
    },
    {
      id: 'npm.target',
      weight: 9.5,
      pattern:
        /code ETARGET|No matching version found for (?<package>@?[\w/.-]{1,100})|code ENOVERSIONS|No version(?:s)? available for/,
      example: 'npm ERR! notarget No matching version found for left-pad@^9.0.0.'
    },
    {
      id: 'npm.missing',
      weight: 9,
      pattern:
        /code E404|404 Not Found - GET https?:[^ ]{1,200}|is not in (?:the npm|this) registry|ERR_PNPM_FETCH_404|YN0035|Couldn't find package "(?<package>[^"]{1,100})"|Couldn't find any versions for "/,
      example: 'npm ERR! code E404'
    },
    {
      id: 'npm.lockfile',
      weight: 9.5,
      pattern:
        /can only install packages when your package\.json and|package\.json and package-lock\.json.{0,60}(?:in sync|not in sync)|ERR_PNPM_OUTDATED_LOCKFILE|frozen-lockfile" because pnpm-lock|Your lockfile needs to be updated|YN0028|The lockfile would have been (?:modified|created)|code EUSAGE|lockfile had changes, but lockfile is frozen|ERR_PNPM_NO_LOCKFILE|ERR_PNPM_LOCKFILE_CONFIG_MISMATCH|ERR_PNPM_LOCKFILE_BREAKING_CHANGE|Dependencies lock file is not found/,
      example: '`npm ci` can only install packages when your package.json and package-lock.json are in sync.'
    },
    {
      id: 'npm.integrity',
      weight: 9,
      pattern:
        /code EINTEGRITY|sha512-[\w/=+]{20,100} integrity checksum failed|Integrity check failed for|YN0018|ERR_PNPM_TARBALL_INTEGRITY|The remote archive doesn't match the expected checksum/,
      example: 'npm ERR! code EINTEGRITY'
    },
    {
      id: 'npm.peers',
      weight: 8,
      pattern:
        /ERR_PNPM_PEER_DEP_ISSUES|ERR_PNPM_NO_MATCHING_VERSION|ERR_PNPM_NO_MATCHING|ERR_PNPM_WORKSPACE_PKG_NOT_FOUND|ERR_PNPM_SPEC_NOT_SUPPORTED|No candidates found|YN0082|YN0002.{1,80}doesn't provide|couldn't be found in the (?:npm )?registry/,
      example: ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for a@9'
    },
    {
      id: 'npm.engine',
      weight: 8.5,
      pattern:
        /code EBADENGINE|The engine "node" is incompatible with this module|ERR_PNPM_UNSUPPORTED_ENGINE|Unsupported engine for|code EBADPLATFORM|Found incompatible module|Expected version: [^ ]{1,20} Got: /,
      example: 'error a@1.0.0: The engine "node" is incompatible with this module. Expected version ">=20".'
    },
    {
      id: 'node.module',
      weight: 6.5,
      pattern:
        /Cannot find module '(?<package>[^']{1,200})'|Cannot find package '(?<package2>[^']{1,200})' imported from|ERR_MODULE_NOT_FOUND|Module not found: Error: Can't resolve|code: 'MODULE_NOT_FOUND'|Failed to resolve import "|Could not resolve "[^"]{1,120}"|Rollup failed to resolve import|Error: Cannot find native binding|ERR_PACKAGE_PATH_NOT_EXPORTED|Unable to resolve path to module/,
      example: "Error: Cannot find module 'left-pad'"
    }
  ],
  type_check: [
    {
      id: 'tsc.error',
      weight: 9,
      pattern:
        /(?<![\w@./\\-])(?<file>[\w@./\\-]{1,250}\.[cm]?[tj]sx?)(?::(?<line>\d{1,6}):\d{1,6} - |\((?<line2>\d{1,6}),\d{1,6}\): )error (?<rule>TS\d{3,6})|error TS(?!5\d{3}|6\d{3}|18003)\d{3,6}: /,
      example: "src/a.ts:3:7 - error TS2322: Type 'string' is not assignable to type 'number'."
    },
    {
      id: 'tsc.found',
      weight: 8,
      role: 'summary',
      pattern:
        /Found \d{1,6} errors? in (?:the same file|\d{1,6} files?, starting|[\w./-]{1,200}:\d)|Found \d{1,6} errors?\. Watching|Failed to compile\.\s{0,4}Type error/,
      example: 'Found 2 errors in the same file, starting at: src/a.ts:3'
    },
    {
      id: 'tsc.words',
      weight: 7.5,
      pattern:
        /Type error: |is not assignable to (?:type|parameter of type) '|Property '[^']{1,120}' does not exist on type '|vue-tsc|svelte-check found \d{1,6} errors|implicitly has an 'any' type|\[tsl\] ERROR/,
      example: "Type error: Property 'a' does not exist on type 'B'."
    },
    {
      id: 'flow.error',
      weight: 8.5,
      pattern:
        /Found \d{1,5} errors?$|Error -{20,200} [\w./-]{1,200}:\d{1,6}:\d{1,6}|incompatible-(?:type|call|return)\]|prop-missing\]/,
      example: 'Error ---------------------------------------- src/a.js:3:5'
    }
  ],
  lint_format: [
    {
      id: 'eslint.problem',
      weight: 9,
      role: 'summary',
      pattern:
        /✖ \d{1,6} problems? \((?!0 errors)|\d{1,6} problems? \([1-9]\d{0,5} errors?, \d{1,6} warnings?\)|ESLint found too many warnings|potentially fixable with the `--fix` option|errors? and \d{1,6} warnings? potentially fixable|Oops! Something went wrong! :\(/,
      example: '✖ 1 problem (1 error, 0 warnings)'
    },
    {
      id: 'eslint.line',
      weight: 8,
      pattern:
        /^\s{0,6}(?<line>\d{1,6}):\d{1,6}\s{1,4}error {1,2}\s{0,20}\S.{0,299}?\s{2,9}(?<rule>[@\w/-]{2,80})$|: error .{1,200} \((?<rule2>[@\w/-]{3,80})\)$/,
      example: "  1:8  error  'a' is defined but never used  no-unused-vars"
    },
    {
      id: 'next.lint',
      weight: 8,
      pattern:
        /^\d{1,6}:\d{1,6} {1,3}Error: .{1,300} {1,3}(?:[@\w-]{1,40}\/)?[\w-]{3,60}$|info {1,2}- Need to disable some ESLint rules|##\[error\] {1,3}\d{1,6}:\d{1,6} {1,3}error /,
      example: '12:3  Error: React Hook is called conditionally.  react-hooks/rules-of-hooks'
    },
    {
      id: 'prettier.check',
      weight: 9.5,
      pattern:
        /Code style issues (?:found|were found|in )|\[warn\] (?<file>[\w@./-]{1,250}\.\w{1,8})$|Forgot to run Prettier|Run Prettier (?:with --write )?to fix|uses prettier to format|error\s{1,4}.{0,200}prettier\/prettier|\[error\] [\w@./-]{1,250}: SyntaxError|prettier.{0,30}(?:check failed|--check.{0,30}failed)|files? (?:are|is) not (?:properly )?formatted/i,
      example: '[warn] Code style issues found in the above file. Run Prettier with --write to fix.'
    },
    {
      id: 'biome.check',
      weight: 9,
      pattern:
        /lint\/[a-z]{3,20}\/[a-zA-Z]{3,60} |File content differs from formatting output|Formatter would have printed the following content|Some errors were emitted while (?:running checks|applying)|The following files? (?:are|is) not formatted|Found \d{1,5} not formatted files?|Import statements could be sorted/,
      example: 'src/a.ts:3:5 lint/style/useConst ━━━━━━━━━━'
    },
    {
      id: 'style.lint',
      weight: 8.5,
      pattern:
        /standard: Use JavaScript Standard Style|ERROR: \([a-z-]{3,40}\) |(?<![\w./-])[\w./-]{1,200}\.md:\d{1,6}(?::\d{1,5})? (?:error )?MD\d{3}|subject may not be empty|✖ {1,4}found \d{1,4} problems, \d|type may not be empty|husky - (?:pre-commit|commit-msg) (?:hook exited|script failed)|lint-staged failed|Unknown word \(|Issues found: \d{1,5} in \d{1,5} files/,
      example: '✖   found 1 problems, 0 warnings'
    }
  ],
  test_failure: [
    {
      id: 'jest.expect',
      weight: 8.5,
      role: 'assertion',
      pattern:
        /expect\(.{0,80}\)\.(?:not\.|resolves\.|rejects\.)?to[A-Z]\w{1,40}|^\s{0,8}● .{1,300} › |AssertionError \[ERR_ASSERTION\]|AssertionError: expected |Expected substring: |› \d{1,5} snapshots? (?:failed|obsolete)|^\s{1,8}at Object\.<anonymous> \((?<file>[\w@./-]{1,250}\.(?:test|spec)\.\w{1,5}):(?<line>\d{1,6})/,
      example: 'expect(received).toBe(expected) // Object.is equality'
    },
    {
      id: 'jest.summary',
      weight: 8,
      role: 'summary',
      pattern:
        /^\s{0,6}Tests?:? +[1-9]\d{0,5} failed|Test Suites: [1-9]\d{0,5} failed|Test Files {1,4}[1-9]\d{0,5} failed|Snapshots: {1,4}[1-9]\d{0,5} failed|Failed Tests [1-9]/,
      example: 'Tests:       1 failed, 20 passed, 21 total'
    },
    {
      id: 'jest.file',
      weight: 7.5,
      pattern:
        /^\s{0,6}FAIL {1,4}(?!\[)(?:\|? ?[\w-]{1,40}\|? )?(?<file>[\w@./-]{1,250}\.(?:[cm]?[tj]sx?|vue|svelte))|^ ?❯ (?<file2>[\w@./-]{1,250})\.(?:test|spec)\.[cm]?[tj]sx?.{0,60}failed|Test suite failed to run|^ FAIL /,
      example: 'FAIL src/a.test.ts'
    },
    {
      id: 'jest.none',
      weight: 6.5,
      pattern:
        /No tests found, exiting with code 1|No test files found, exiting with code 1|Error: No test files found|No tests found\.$/,
      example: 'No tests found, exiting with code 1'
    },
    {
      id: 'mocha.summary',
      weight: 8,
      role: 'summary',
      pattern:
        /^\s{2,8}[1-9]\d{0,5} failing$|^# fail +[1-9]|^\s{0,4}[1-9]\d{0,5} tests? failed$|^not ok \d{1,6}\b(?!.{0,200}# (?:TODO|SKIP))|# failed [1-9]|Executed \d{1,6} of \d{1,6} \([1-9]\d{0,5} FAILED\)|TOTAL: [1-9]\d{0,5} FAILED|ℹ fail [1-9]/,
      example: '  2 failing'
    },
    {
      id: 'mocha.equal',
      weight: 7,
      role: 'assertion',
      pattern:
        /^\s{0,10}\+ expected - actual|^\s{0,10}- ?Expected(?: {1,4}- \d{1,4})?$|Expected values to be strictly (?:deep-)?equal|AssertionError: expected .{1,200} to (?:equal|be|deep|have|include)|failureType: '?testCodeFailure|✖ failing tests:|operator: (?:strictEqual|deepEqual|equal)/,
      example: 'AssertionError: expected 1 to equal 2'
    },
    {
      id: 'e2e.summary',
      weight: 7.5,
      role: 'summary',
      pattern:
        /^\s{2,6}[1-9]\d{0,4} failed$|^\s{2,6}\d{1,4}\) \[[\w -]{3,40}\] › |│ Failing: {1,12}[1-9]|✖ {1,4}\d{1,4} of \d{1,4} failed|error(?:ed)? test run|CypressError: |AssertionError: Timed out retrying|Error: expect\(locator\)|Screenshot comparison failed|strict mode violation|Failed: [1-9]\d{0,4}, Passed/,
      example: '  1) [chromium] › a.spec.ts:3:5 › opens the page'
    }
  ],
  compile_error: [
    {
      id: 'bundle.failed',
      weight: 7.5,
      pattern:
        /Module (?:parse|build) failed|webpack (?:\d.{0,20} )?compiled with \d{1,5} errors?|Failed to compile|ERROR in \.\/|RollupError: |\[vite\]: Rollup failed|✘ \[ERROR\] |Build failed with \d{1,5} errors?|SyntaxError: (?:Unexpected|Invalid|Missing|Identifier|Unterminated)|error during build:|Parsing error: |BabelParse|esbuild: error|Transform failed with \d|Turbopack build failed|Build optimization failed|Error occurred prerendering page|Export encountered (?:an error|errors) on following paths/,
      example: 'Module parse failed: Unexpected token (3:5)'
    }
  ],
  config_error: [
    {
      id: 'npm.script',
      weight: 9,
      pattern:
        /Missing script:|missing script: |Command "[^"]{1,80}" not found|ERR_PNPM_NO_SCRIPT|No script found with name|Couldn't find a script named|Unknown (?:command|option|argument)s?: |unknown (?:shorthand )?flag|error Command "[^"]{1,60}" not found|Usage Error: Couldn't find/i,
      example: 'npm ERR! Missing script: "lint"'
    },
    {
      id: 'shell.missing',
      weight: 8.5,
      pattern:
        /: (?<package>[\w./@-]{1,80}): (?:command )?not found$|command not found: ?\w|^\/bin\/(?:ba)?sh: .{0,20}[\w./@-]{1,80}: (?:not found|command not found|No such file)|is not recognized as (?:an internal|the name of a cmdlet|a name of a cmdlet)|executable file not found in \$?\w{0,5}%?PATH|Unable to locate executable file|spawn [\w./-]{1,80} ENOENT|: command not found|: not found in PATH|No such command/,
      example: 'sh: 1: cm-helper: not found'
    },
    {
      id: 'manifest.json',
      weight: 9.5,
      pattern:
        /Failed to parse .{0,200}package\.json|(?<![\w@./-])(?<file>[\w@./-]{0,200}package\.json) is not valid JSON|not valid JSON.{0,200}package\.json|JSON\.parse .{0,200}package\.json/,
      example: 'Error: /home/runner/work/a/a/package.json is not valid JSON'
    },
    {
      id: 'npm.package-json',
      weight: 8.5,
      pattern:
        /code (?:ENOENT|EJSONPARSE|EPACKAGEJSON|ENOWORKSPACES)\b.{0,20}|Could not read package\.json|Failed to parse package\.json|Unexpected token .{1,20} in JSON at position|ERR_PNPM_(?:NO_IMPORTER_MANIFEST|NO_PKG_MANIFEST|BAD_PM_VERSION|INVALID_WORKSPACE)|No pnpm version is specified|Multiple versions of pnpm specified|packageManager.{0,20}field|This project's package\.json defines "packageManager|Unsupported package manager|ERR_UNKNOWN_FILE_EXTENSION|ERR_REQUIRE_ESM/,
      example: 'Error: No pnpm version is specified.'
    },
    {
      id: 'js.config',
      weight: 8,
      pattern:
        /ESLint couldn't find (?:a configuration|an? eslint\.config|the (?:config|plugin))|ESLint: \d.{0,60}couldn't find|Failed to load (?:config|plugin) ["']|No ESLint configuration found|Invalid (?:Jest )?configuration|Validation Error:$|Could not find a config file|error TS(?:5\d{3}|6\d{3}|18003)|Cannot read config file|Configuration for rule ".{1,80}" is invalid|Definition for rule '.{1,80}' was not found|preset .{1,60} not found|Invalid options? object|Invalid configuration object|Browserslist: |Key ".{1,40}": This appears to be in eslintrc format/,
      example: "error TS5023: Unknown compiler option 'stricter'."
    },
    {
      id: 'node.version',
      weight: 8,
      pattern:
        /requires (?:a )?Node(?:\.js)? (?:version )?[>=v\d]|ERR_OSSL_EVP_UNSUPPORTED|error:0308010C|Node Sass does not yet support your current environment|You are using Node\.js \d.{0,60}requires|is not supported by this version of Node|Node\.js version .{1,40} (?:is )?not supported|The current Node version .{0,60}(?:incompatible|not)|Unable to find Node version/i,
      example: 'Error: error:0308010C:digital envelope routines::unsupported'
    }
  ],
  auth_permission: [
    {
      id: 'npm.auth',
      weight: 9.5,
      pattern:
        /code E40[13]|code ENEEDAUTH|code EOTP|ERR_PNPM_FETCH_40[13]|YN0041|need auth (?:This command requires|You need to authorize)|You do not have permission to publish|40[13] (?:Forbidden|Unauthorized) - (?:GET|PUT) https?:|Unable to authenticate, need/,
      example: 'npm ERR! code E401'
    }
  ]
}
