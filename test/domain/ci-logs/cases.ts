// Lines of tools as they end a job, and what is to be made of them.
import type { FailureType } from '#schemas/mirror/ci.js'

export interface Case {
  type: FailureType
  lines: readonly string[]
  transient?: boolean
}

const lasting = (type: FailureType, ...texts: string[]): Case[] =>
  texts.map((text) => ({ type, lines: [text] }))
const passing = (type: FailureType, ...texts: string[]): Case[] =>
  texts.map((text) => ({ type, lines: [text], transient: true }))

export const CASES: readonly Case[] = [
  ...passing(
    'network',
    "Error: Failed to download archive 'https://api.github.com/repos/a/b/tarball/abc' after 1 attempts.",
    'curl: (22) The requested URL returned error: 503',
    "fatal: unable to access 'https://github.com/a/b/': Failed to connect to github.com port 443: Connection timed out",
    "fatal: unable to access 'https://github.com/a/b/': The requested URL returned error: 500",
    'error: failed to solve: golang:1.21: failed to do request: Head "https://registry-1.docker.io/v2/library/golang/manifests/1.21": net/http: TLS handshake timeout',
    'Error: Error: getaddrinfo EAI_AGAIN registry.npmjs.org',
    'error An unexpected error occurred: "https://registry.yarnpkg.com/a/-/a-1.tgz: ESOCKETTIMEDOUT".',
    "> Could not resolve com.android.tools.build:gradle:7.0.0. > Could not get resource 'https://dl.google.com/a.pom'. > Could not GET 'https://dl.google.com/a.pom'. > Read timed out",
    'go: github.com/a/b@v1.0.0: Get "https://proxy.golang.org/github.com/a/b/@v/v1.0.0.mod": dial tcp 142.250.1.1:443: i/o timeout',
    'E: Failed to fetch https://packages.microsoft.com/repos/a/Packages.gz  403  Forbidden [IP: 1.2.3.4 443]',
    'ERROR: failed to solve: failed to fetch oauth token: Post "https://auth.docker.io/token": dial tcp: lookup auth.docker.io: no such host',
    'Error: read ECONNRESET at TLSWrap.onStreamRead',
    "requests.exceptions.ConnectionError: ('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
    'error: RPC failed; HTTP 500 curl 22 The requested URL returned error: 500',
    "wget: unable to resolve host address 'example.org'",
    'error: download failed: server returned status 503',
    'received unexpected HTTP status: 500 Internal Server Error',
    'The remote server returned an error: (503) Server Unavailable.'
  ),
  ...passing(
    'rate_limit',
    'Error: You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    'HttpError: API rate limit exceeded for user ID 123.',
    'ERROR: 429 Client Error: Too Many Requests for url: https://pypi.org/simple/a',
    'Error response from daemon: Head "https://registry-1.docker.io/v2/library/a/manifests/b": toomanyrequests: You have reached your unauthenticated pull rate limit.',
    'error: failed to get release: 403 rate limit exceeded',
    '[2024] 403: You have triggered an abuse detection mechanism.'
  ),
  ...passing(
    'runner_infra',
    '##[error]The hosted runner: GitHub Actions 5 lost communication with the server.',
    'The hosted runner encountered an error while running your job. (Error Type: Disconnect).',
    'Error: The self-hosted runner: abc lost communication with the server. Verify the machine is running',
    'The job was not acquired by Runner of type hosted even after multiple attempts',
    'ERROR: Job failed (system failure): prepare environment: waiting for pod running: timed out waiting for pod to start'
  ),
  ...lasting(
    'auth_permission',
    'Error: denied: permission_denied: write_package',
    'remote: error: GH006: Protected branch update failed for refs/heads/master.',
    'git@github.com: Permission denied (publickey).',
    'Error: HttpError: Resource not accessible by integration',
    'npm ERR! code E403',
    'npm ERR! 403 403 Forbidden - PUT https://registry.npmjs.org/a - You do not have permission to publish',
    'Error: Credentials could not be loaded, please check your action inputs: Could not load credentials from any providers',
    'unauthorized: authentication required',
    'refusing to allow a GitHub App to create or update workflow `.github/workflows/a.yml` without `workflows` permission',
    'Error: Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable',
    'remote: Support for password authentication was removed on August 13, 2021.',
    'Error: GitHub Actions is not permitted to create or approve pull requests.',
    "EACCES: permission denied, mkdir '/github/home/.npm'"
  ),
  ...lasting(
    'config_error',
    'Error: Unable to resolve action `actions/chekout@v2`, repository not found',
    "The workflow is not valid. .github/workflows/a.yml (Line: 5, Col: 3): Unexpected value 'job'",
    'Error: .github#L1 No event triggers defined in `on`',
    '##[error]Missing download info for actions/upload-artifact@v3',
    "Error: Can't find 'action.yml', 'action.yaml' or 'Dockerfile' under '/home/runner/work/a/.github/actions/b'.",
    "Error: Unable to find Python version 3.6 for this architecture: The version '3.6' with architecture 'x64' was not found for Ubuntu 22.04",
    '/home/runner/work/_temp/a.sh: line 1: pnpm: command not found',
    'Error: Unable to locate executable file: pnpm. Please verify either the file path exists',
    'error: unknown flag: --foo',
    "unknown shorthand flag: 'd' in -d",
    'Error: Version spec was not resolved',
    'Error: This request was automatically failed because it uses a deprecated version of `actions/cache: v1`',
    'Error: Path does not exist: dist',
    "Unable to process file command 'env' successfully.",
    'bash: ./scripts/build.sh: Permission denied',
    "Error: Top level 'runs:' section is required for /home/runner/work/a/action.yml"
  ),
  ...lasting(
    'dependency_resolution',
    'npm ERR! While resolving: a@1.0.0',
    'npm ERR! Fix the upstream dependency conflict, or retry this command with --force or --legacy-peer-deps',
    "ERROR: pip's dependency resolver does not currently take into account all the packages that are installed.",
    'error: failed to select a version for the requirement `serde = "^2.0"`',
    "ModuleNotFoundError: No module named 'distutils'",
    '> Could not find com.example:lib:1.0.',
    'E: Unable to locate package python3.7-dev',
    "Error: Cannot find module '@babel/core'",
    'error: package `clap v4.5.0` cannot be built because it requires rustc 1.74 or newer',
    'go: a@v1.0.0 requires go >= 1.22 (running go 1.21; GOTOOLCHAIN=local)',
    'ERROR: Could not build wheels for numpy, which is required to install pyproject.toml-based projects'
  ),
  ...lasting(
    'compile_error',
    'fatal error: openssl/ssl.h: No such file or directory',
    '/usr/bin/ld: cannot find -lfoo: No such file or directory',
    'error[E0432]: unresolved import `a::b`',
    'src/main.go:10:2: "fmt" imported and not used',
    'Program.cs(10,5): error CS1002: ; expected',
    "error: 'foo' was not declared in this scope",
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.0:compile (default-compile) on project a: Compilation failure',
    "SyntaxError: Unexpected token '}'"
  ),
  ...lasting(
    'type_check',
    "src/a.ts(3,5): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    'a.py:10: error: Incompatible return value type (got "str", expected "int")  [return-value]',
    "Type error: Cannot find name 'foo'."
  ),
  ...lasting(
    'lint_format',
    'error: this `if` has identical blocks = note: `-D clippy::if-same-then-else` implied by `-D warnings`',
    'All done! 1 file would be reformatted, 5 files would be left unchanged.',
    'a.py:1:80: E501 line too long (90 > 79 characters)',
    'src/a.go:5:1: exported function Foo should have comment or be unexported (golint)',
    '  10:5  error  Unexpected console statement  no-console',
    '[warn] src/a.js',
    'ktlint: Lint error > [a.kt:3:1] Unused import',
    'Diff in /home/runner/work/a/src/lib.rs at line 10:'
  ),
  ...lasting(
    'test_failure',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    '--- FAIL: TestFoo (0.00s)',
    "thread 'main' panicked at 'assertion failed: `(left == right)`",
    'There was 1 failure:',
    '  \u25cf App \u203a renders without crashing',
    'FAILED tests/test_a.py::test_b - assert 1 == 2',
    '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in com.example.ATest',
    'com.example.ATest > testB FAILED'
  ),
  ...passing(
    'timeout',
    'Error: Timeout of 5000ms exceeded. For async tests and hooks, ensure "done()" is called',
    'TimeoutError: Navigation timeout of 30000 ms exceeded',
    'error: test timed out after 60 seconds',
    'Your test suite timed out after 10 minutes'
  ),
  ...lasting(
    'timeout',
    '##[error]The action has timed out.',
    'The job running on runner GitHub Actions 2 has exceeded the maximum execution time of 60 minutes.',
    'ERROR: Job failed: execution took longer than 1h0m0s seconds'
  ),
  ...lasting(
    'out_of_memory',
    '##[error]Process completed with exit code 137.',
    'java.lang.OutOfMemoryError: Metaspace',
    'c++: fatal error: Killed signal terminated program cc1plus',
    'error: could not compile `a` (signal: 9, SIGKILL: kill)',
    'tar: Cannot allocate memory'
  ),
  ...lasting(
    'disk_full',
    'System.IO.IOException: No space left on device',
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device'
  ),
  ...lasting(
    'docker_build',
    'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    'ERROR: failed to solve: dockerfile parse error on line 5: unknown instruction: FORM',
    'COPY failed: file not found in build context or excluded by .dockerignore: stat app.jar: file does not exist',
    'Error: buildx failed with: ERROR: invalid tag "ghcr.io/A/b:latest": repository name must be lowercase',
    'no matching manifest for linux/arm64/v8 in the manifest list entries'
  ),
  ...lasting(
    'crash',
    'Segmentation fault (core dumped)',
    '##[error]Process completed with exit code 139.',
    "terminate called after throwing an instance of 'std::bad_variant_access'",
    'Fatal Python error: Segmentation fault',
    '# A fatal error has been detected by the Java Runtime Environment:',
    'Illegal instruction (core dumped)',
    'panic: runtime error: index out of range [5] with length 3',
    'npm ERR! signal SIGSEGV'
  ),
  ...lasting(
    'quality_gate',
    'Jest: "global" coverage threshold for branches (80%) not met: 70%',
    'ERROR: QUALITY GATE STATUS: FAILED - View details on https://sonarcloud.io/a',
    'FAIL Required test coverage of 90% not reached. Total coverage: 85.20%',
    'Error: Dependency review detected vulnerable packages.',
    'Coverage failure: total of 85 is less than fail-under=90',
    'Error: codecov/patch check failed',
    '5 vulnerabilities (2 moderate, 3 high)',
    'Package size limit has exceeded by 300 B',
    'Error: Label error. Requires exactly 1 of: bug, feature. Found:',
    '\u2716 3 packages with licenses not allowed were found',
    'Lines: 75.3% ( threshold 80% ) coverage is below threshold'
  )
]
