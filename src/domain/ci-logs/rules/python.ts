// pip, Poetry, uv and conda; pytest, mypy, ruff and similar tools.
import type { RulePack } from './rule.js'

export const python: RulePack = {
  dependency_resolution: [
    {
      id: 'pip.conflict',
      weight: 9.5,
      pattern:
        /have conflicting dependencies|dependency resolver does not currently take into account|ResolutionImpossible|ResolutionTooDeep|The conflict is caused by|Cannot install (?<package>[\w.-]{1,80})(?![\w.-]).{0,200} because these package versions/,
      example:
        'ERROR: Cannot install a==1 and b==2 because these package versions have conflicting dependencies.'
    },
    {
      id: 'pip.missing',
      weight: 8.5,
      pattern:
        /No matching distribution found for (?<package>[\w.[\]=<>~!-]{1,100})|Could not find a version that satisfies the requirement|has inconsistent (?:version|name)|Requires-Python|requires a different Python|Package '[^']{1,80}' requires a different Python/,
      example: 'ERROR: No matching distribution found for left-pad==9'
    },
    {
      id: 'pip.build',
      weight: 7.5,
      pattern:
        /Failed building wheel for (?<package>[\w.-]{1,80})|error: metadata-generation-failed|error: subprocess-exited-with-error|Failed to build installable wheels|Could not build wheels for|Getting requirements to build wheel .{0,20}error|failed-wheel-build-for-install|Failed to build `|Encountered error while generating package metadata/,
      example: 'ERROR: Failed building wheel for a'
    },
    {
      id: 'pip.import',
      weight: 6.5,
      pattern:
        /ModuleNotFoundError: No module named '(?<package>[\w.]{1,100})'|ImportError: (?:cannot import name|No module named)|pkg_resources\.(?:DistributionNotFound|VersionConflict|ContextualVersionConflict)|PackageNotFoundError: /,
      example: "ModuleNotFoundError: No module named 'requests'"
    },
    {
      id: 'pip.hash',
      weight: 9.5,
      pattern: /THESE PACKAGES DO NOT MATCH THE HASHES|Hash mismatch for|In --require-hashes mode/,
      example: 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.'
    },
    {
      id: 'poetry.solve',
      weight: 9.5,
      pattern:
        /version solving failed|SolverProblemError|pyproject\.toml changed significantly since poetry\.lock|poetry\.lock is not up to date|Unable to find installation candidates for (?<package>[\w.-]{1,80})|No solution found when resolving|The lockfile at `uv\.lock` needs to be updated|Because (?=.{1,200} depends on ).{1,400}(?:version solving failed|forbidden|we can conclude)|Pipfile\.lock .{0,40}out of date|Your Pipfile\.lock|Locking Failed|we can conclude that your (?:project's )?requirements are unsatisfiable/,
      example: 'Because a depends on b (>=2), version solving failed.'
    },
    {
      id: 'conda.solve',
      weight: 9.5,
      pattern:
        /UnsatisfiableError|ResolvePackageNotFound|PackagesNotFoundError|LibMambaUnsatisfiableError|Could not solve for environment specs|nothing provides (?:requested )?(?<package>[\w.=<>-]{1,100})|Encountered problems while solving/,
      example: 'LibMambaUnsatisfiableError: Encountered problems while solving:'
    }
  ],
  network: [
    {
      id: 'conda.http',
      weight: 9,
      pattern:
        /CondaHTTPError|An HTTP error occurred when trying to retrieve this URL|Download error \(\d{1,3}\)|Multi-download failed|error sending request for url|Failed to fetch: `https?:|CondaSSLError|requests\.exceptions\.(?:ConnectionError|SSLError|ReadTimeout|ConnectTimeout|ChunkedEncodingError)|urllib\.error\.URLError: <urlopen error|http\.client\.(?:RemoteDisconnected|IncompleteRead)|urllib\.error\.HTTPError: HTTP Error 5\d\d/,
      example: 'CondaHTTPError: HTTP 000 CONNECTION FAILED for url <https://conda.example.org>'
    }
  ],
  test_failure: [
    {
      id: 'pytest.failed',
      weight: 8,
      pattern:
        /^FAILED (?<file>[\w./\\-]{1,250}\.py)::\S{1,300}|^ERROR (?<file2>[\w./\\-]{1,250}\.py)(?:::\S{1,300})?(?: - |$)|^(?<file3>[\w./\\-]{1,250}\.py):(?<line>\d{1,6}): (?:[A-Z]\w{2,60}(?:Error|Exception|Failure)|Failed|DocTestFailure)\b|^\[gw\d{1,3}\].{0,30}FAILED /,
      example: 'FAILED tests/test_a.py::test_b - AssertionError: c'
    },
    {
      id: 'pytest.error',
      weight: 8,
      role: 'assertion',
      pattern:
        /^E {2,8}assert |^E {2,8}[A-Z]\w{1,60}Error\b|^E {2,8}[A-Z]\w{1,60}Exception\b|^E {2,8}[A-Z]\w{1,60}Warning\b|^E {2,8}Failed: (?!Timeout)/,
      example: 'E       AssertionError: c'
    },
    {
      id: 'pytest.summary',
      weight: 8.5,
      role: 'summary',
      pattern:
        /^==.{0,80}\b[1-9]\d{0,6} (?:failed|errors?)\b.{1,200} in [\d.]{1,12}s|^===+ (?:FAILURES|ERRORS) =+|short test summary info|Interrupted: \d{1,5} errors? during collection|[1-9]\d{0,5} failed, \d{1,6} passed.{0,80} in [\d.]{1,9}|[1-9]\d{0,5} failed.{0,60} in [\d.]{1,9}s/,
      example: '========= 1 failed, 41 passed in 71.85s ========='
    },
    {
      id: 'unittest.failed',
      weight: 8,
      pattern:
        /^FAIL: \w{1,200} \([\w.]{1,250}\)|^ERROR: \w{1,200} \([\w.]{1,250}\)|^FAILED \((?:failures|errors|skipped|expected)|AssertionError: .{1,200} != |DocTestFailure|\d{1,6} items? had failures|\*\*\*Test Failed\*\*\*|DID NOT RAISE|DID NOT WARN/,
      example: 'FAIL: test_a (tests.test_a.TestA)'
    },
    {
      id: 'python.matrix',
      weight: 4,
      role: 'symptom',
      pattern: /(?<!nox > )Session .{1,60} failed\.|hatch.{0,30}exited with/,
      example: 'Session tests-3.12 failed.'
    },
    {
      id: 'python.session',
      weight: 4,
      role: 'place',
      pattern:
        /^ERROR: {1,4}\S{1,60}: commands failed|evaluation failed :\(|: FAIL (?:code|✖)|InvocationError for command|nox > Session \S{1,80} failed/,
      example: 'nox > Session tests failed.'
    }
  ],
  type_check: [
    {
      id: 'mypy.error',
      weight: 8.5,
      pattern:
        /^(?<file>[\w./\\-]{1,250}\.pyi?):(?<line>\d{1,6})(?::\d{1,6})?: error: .{1,600}\[(?<rule>[a-z-]{3,40})\]|^(?:\s{0,6})(?<file2>[\w./\\-]{1,250}\.pyi?):(?<line2>\d{1,6}):\d{1,6} - error: /,
      example: 'a/b.py:69: error: Module has no attribute "c"  [attr-defined]'
    },
    {
      id: 'mypy.summary',
      weight: 9,
      role: 'summary',
      pattern:
        /Found [1-9]\d{0,5} errors? in \d{1,6} files? \((?:checked|errors prevented)|^[1-9]\d{0,5} errors?, \d{1,6} warnings?, \d{1,6} (?:notes|informations?)|error: Argument \d{1,3} to "|Incompatible types in assignment|Incompatible return value type|reportGeneralTypeIssues|reportMissingImports|reportAttributeAccessIssue|reportArgumentType|pyright.{0,40}[1-9]\d{0,4} errors|error\[(?:invalid|unresolved|possibly)-[a-z-]{3,60}\]/,
      example: 'Found 279 errors in 9 files (checked 1458 source files)'
    }
  ],
  lint_format: [
    {
      id: 'black.check',
      weight: 9.5,
      pattern:
        /would reformat (?<file>[\w./\\-]{1,250})|\d{1,6} files? would be reformatted|Oh no! .{1,6}|Imports are incorrectly sorted|would be reformatted|files? reformatted, \d|reformatted (?<file2>[\w./-]{1,250}\.pyi?)/,
      example: 'would reformat src/a.py'
    },
    {
      id: 'flake.line',
      weight: 8,
      pattern:
        /^(?<file>[\w./\\-]{1,250}\.py):(?<line>\d{1,6}):\d{1,6}: (?<rule>[A-Z]{1,4}\d{1,5})\b|^(?<file2>[\w./\\-]{1,250}\.py):(?<line2>\d{1,6}):\d{1,6}: (?<rule3>[CRWEF]\d{4}): |(?<![\w./-])(?<file3>[\w./-]{1,250}\.py):\d{1,6}:\d{1,6}: \[\w{3,7}\(/,
      example: 'src/a.py:3:1: F401 `os` imported but unused'
    },
    {
      id: 'ruff.summary',
      weight: 8.5,
      role: 'summary',
      pattern:
        /^Found [1-9]\d{0,5} errors?\.$|Found [1-9]\d{0,5} errors? \(|\[\*\] (?:\d{1,6} )?fixable with the `--fix` option|\[\*\] \d{1,6} potentially fixable|Your code has been rated at \d|imported but unused|line too long \(\d/,
      example: '[*] 2 fixable with the `--fix` option.'
    },
    {
      id: 'precommit.hook',
      weight: 7,
      pattern:
        /(?<!\.)\.{5,120}(?:\(no files to check\))?Failed$|- files were modified by this hook|pre-commit hook\(s\) made changes|pre-commit.{0,30}failed|All changes made by hooks:/,
      example: 'trim trailing whitespace.................................................Failed'
    }
  ],
  compile_error: [
    {
      id: 'python.syntax',
      weight: 7.5,
      pattern:
        /SyntaxError: (?!Unexpected|Missing|Identifier|Failed to parse)|IndentationError: |TabError: |SyntaxError: invalid syntax|error: command '.{1,120}' failed with exit (?:code|status)|error: command '.{1,60}(?:gcc|cc|clang|g\+\+|cl\.exe)' failed|error: Microsoft Visual C\+\+ [\d.]{1,5} (?:or greater )?is required/,
      example: 'SyntaxError: invalid syntax'
    },
    {
      id: 'sphinx.build',
      weight: 7.5,
      pattern:
        /build finished with problems|Warning, treated as error|Sphinx error:|Extension error|Aborted with \d{1,4} warnings in strict mode|WARNING: (?:undefined label|document isn't included|autodoc: failed)|Theme error:|mkdocs.{0,30}(?:Error|Aborted)|There was an error when converting/,
      example: 'Warning, treated as error:'
    }
  ],
  config_error: [
    {
      id: 'python.config',
      weight: 8,
      pattern:
        /pytest: error: unrecognized arguments|error: unrecognized arguments: |file or directory not found: |Invalid statement \(at line|TOMLDecodeError|tomllib\.TOMLDecodeError|InvalidConfigError|An error has occurred: InvalidManifestError|ERROR: Could not open requirements file|does not appear to be a Python project|neither 'setup\.py' nor 'pyproject\.toml' found|Usage: pytest \[options\]|PytestUnknownMarkWarning|Invalid pyproject\.toml|invalid pyproject\.toml|error: no such option: |No such option: |ERROR: unknown environment|error: externally-managed-environment|No module named pip|Version .{1,20} with arch .{1,10} not found|The version '.{1,20}' with architecture|Can't find 'action\.yml'|django\.core\.exceptions\.ImproperlyConfigured/,
      example: 'ERROR: Could not open requirements file: [Errno 2] No such file or directory'
    }
  ],
  auth_permission: [
    {
      id: 'pypi.auth',
      weight: 9.5,
      pattern:
        /Invalid or non-existent authentication information|403 (?:Client Error: )?(?:Invalid|Forbidden|The user)|HTTPError: 40[13] |Trusted publishing exchange failure|invalid-publisher|isn't allowed to upload to project|Token request failed: the server refused the request/,
      example: 'HTTPError: 403 Forbidden from https://upload.example.org/legacy/'
    }
  ]
}
