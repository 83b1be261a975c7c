// Logs that end in the words of what ran the command, and say nothing else: each with the step that it has there.
const GOAL = '[ERROR] Failed to execute goal org.apache.maven.plugins'
const HELP = [
  '[ERROR] -> [Help 1]',
  '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.',
  '[ERROR] Re-run Maven using the -X switch to enable full debug logging.',
  '[ERROR] For more information about the errors and possible solutions, please read the following articles:',
  '[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/PluginExecutionException'
]

export interface Wrapped {
  step: string
  lines: readonly string[]
}

const maven: readonly Wrapped[] = [
  {
    step: 'mvn -B verify',
    lines: [
      '[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ shop ---',
      '[INFO] BUILD FAILURE',
      `${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop: Execution default-test of goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test failed.`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B verify',
    lines: [`${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop -> [Help 1]`]
  },
  {
    step: 'mvn -B package',
    lines: [
      '[INFO] --- maven-compiler-plugin:3.11.0:compile (default-compile) @ shop ---',
      `${GOAL}:maven-compiler-plugin:3.11.0:compile (default-compile) on project shop: Execution default-compile of goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile failed.`,
      ...HELP
    ]
  },
  {
    step: './mvnw package',
    lines: [
      `${GOAL}:maven-compiler-plugin:3.11.0:testCompile (default-testCompile) on project shop: Fatal error -> [Help 1]`
    ]
  },
  {
    step: 'mvn -B verify',
    lines: [
      `${GOAL}:maven-failsafe-plugin:3.2.5:verify (default) on project shop: Execution default of goal org.apache.maven.plugins:maven-failsafe-plugin:3.2.5:verify failed.`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B verify',
    lines: [
      `${GOAL}:maven-checkstyle-plugin:3.3.1:check (validate) on project shop: Execution validate of goal org.apache.maven.plugins:maven-checkstyle-plugin:3.3.1:check failed.`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B verify',
    lines: [
      '[ERROR] Failed to execute goal org.codehaus.mojo:exec-maven-plugin:3.1.0:exec (lint) on project shop: Command execution failed.: Process exited with an error: 1 (Exit value: 1) -> [Help 1]'
    ]
  },
  {
    step: 'mvn -B deploy',
    lines: [
      '[INFO] Reactor Summary for shop 1.0:',
      '[INFO] shop-tests ......................................... FAILURE [  2.110 s]',
      '[INFO] BUILD FAILURE',
      '[ERROR] After correcting the problems, you can resume the build with the command',
      '[ERROR]   mvn <args> -rf :shop-tests'
    ]
  }
]

const gradle: readonly Wrapped[] = [
  {
    step: './gradlew check',
    lines: [
      '> Task :app:compileTestKotlin',
      '> Task :app:test FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      '',
      '* What went wrong:',
      "Execution failed for task ':app:test'.",
      "> Process 'command 'sh'' finished with non-zero exit value 1"
    ]
  },
  { step: './gradlew lint', lines: ['> Task :app:lintDebug FAILED', 'BUILD FAILED in 12s'] },
  {
    step: './gradlew build',
    lines: [
      '> Task :app:compileJava FAILED',
      '',
      '* Try:',
      '> Run with --stacktrace option to get the stack trace.'
    ]
  },
  { step: './gradlew', lines: ['> Task :x', '> Task :dockerBuild FAILED', '1 actionable task: 1 executed'] }
]

const scripts: readonly Wrapped[] = [
  {
    step: 'npm test',
    lines: [
      'npm ERR! code 1',
      'npm ERR! path /w/shop',
      'npm ERR! command failed',
      'npm ERR! command sh -c jest --ci'
    ]
  },
  {
    step: 'npm test',
    lines: ['> shop@1.0.0 test', '> jest', '', 'npm ERR! Test failed.  See above for more details.']
  },
  {
    step: 'npm run lint',
    lines: [
      'npm error Lifecycle script `lint` failed with error:',
      'npm error code 1',
      'npm error path /w/shop',
      'npm error workspace shop@1.0.0',
      'npm error location /w/shop',
      'npm error command failed',
      'npm error command sh -c eslint .'
    ]
  },
  {
    step: 'npm run build',
    lines: [
      'npm ERR! code ELIFECYCLE',
      'npm ERR! errno 2',
      'npm ERR! shop@1.0.0 build: `tsc -p .`',
      'npm ERR! Exit status 2',
      'npm ERR! Failed at the shop@1.0.0 build script.',
      'npm ERR! This is probably not a problem with npm. There is likely additional logging output above.'
    ]
  },
  {
    step: 'yarn lint',
    lines: [
      'yarn run v1.22.19',
      '$ eslint --max-warnings 0 .',
      'error Command failed with exit code 1.',
      'info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.'
    ]
  },
  { step: 'pnpm test', lines: ['> vitest run', ' ELIFECYCLE  Test failed. See above for more details.'] },
  {
    step: 'pnpm -r typecheck',
    lines: [
      'web typecheck$ tsc --noEmit',
      'web typecheck: Failed',
      ' ELIFECYCLE  Command failed with exit code 1.'
    ]
  },
  {
    step: 'npx turbo run lint test',
    lines: [
      'web:lint: ERROR: command finished with error: command (/w/web) npm run lint exited (1)',
      'web#lint: command (/w/web) npm run lint exited (1)',
      ' Tasks:    3 successful, 4 total',
      'Failed:    web#lint',
      ' ERROR  run failed: command  exited (1)'
    ]
  },
  {
    step: 'npx nx run web:test',
    lines: [
      '✖  nx run web:test',
      ' NX   Running target test for project web failed',
      'Failed tasks:',
      '- web:test'
    ]
  },
  {
    step: 'npx lerna run test',
    lines: [
      "lerna ERR! npm run test exited 1 in 'web'",
      'lerna ERR! npm run test stdout:',
      'lerna WARN complete Waiting for 2 child processes to exit.'
    ]
  },
  {
    step: 'composer test',
    lines: ['> phpunit', 'Script phpunit handling the test event returned with error code 1']
  },
  {
    step: 'npx gulp',
    lines: [
      "[10:00:01] 'lint' errored after 2 s",
      '[10:00:01] Error: Command failed with exit code 1: eslint .'
    ]
  },
  {
    step: 'npx grunt',
    lines: [
      'Running "eslint:all" (eslint) task',
      'Warning: Task "eslint:all" failed. Use --force to continue.',
      'Aborted due to warnings.'
    ]
  },
  {
    step: 'python ci.py',
    lines: [
      "subprocess.CalledProcessError: Command '['pytest', '-q', 'tests']' returned non-zero exit status 1."
    ]
  }
]

const builds: readonly Wrapped[] = [
  { step: 'make test', lines: ['pytest -q tests', 'make: *** [Makefile:12: test] Error 2'] },
  {
    step: 'make all',
    lines: [
      "make[1]: Entering directory '/w/web'",
      'npx eslint .',
      'make[1]: *** [Makefile:3: lint] Error 1',
      "make[1]: Leaving directory '/w/web'",
      'make: *** [Makefile:8: all] Error 2'
    ]
  },
  {
    step: 'make',
    lines: ['gcc -Wall -Werror -c src/cart.c -o cart.o', 'make: *** [Makefile:7: cart.o] Error 1']
  },
  { step: 'gmake docker-build', lines: ['docker build -t shop .', 'gmake: *** [docker-build] Error 1'] },
  {
    step: 'cmake --build build',
    lines: [
      'gmake[2]: *** [CMakeFiles/unit_tests.dir/build.make:70: unit_tests] Error 1',
      'gmake[1]: *** [CMakeFiles/Makefile2:83: CMakeFiles/unit_tests.dir/all] Error 2'
    ]
  },
  {
    step: 'ninja -C build',
    lines: [
      '[12/40] Building CXX object src/CMakeFiles/shop.dir/cart.cpp.o',
      'FAILED: [code=1] src/CMakeFiles/shop.dir/cart.cpp.o ',
      '/usr/bin/c++ -Wall -Werror -std=c++20 -o src/CMakeFiles/shop.dir/cart.cpp.o -c ../src/cart.cpp',
      'ninja: build stopped: subcommand failed.'
    ]
  },
  {
    step: 'meson test -C build',
    lines: [
      'FAILED: src/shop.p/main.c.o ',
      'cc -Isrc/shop.p -c ../src/main.c',
      'ninja: build stopped: subcommand failed.'
    ]
  },
  {
    step: 'bazel build //...',
    lines: [
      'ERROR: /w/web/BUILD:12:11: Executing genrule //web:lint failed: (Exit 1): bash failed: error executing command /bin/bash -c eslint',
      'Target //web:lint failed to build',
      'Use --verbose_failures to see the command lines of failed build steps.',
      'FAILED: Build did NOT complete successfully'
    ]
  },
  {
    step: 'just test',
    lines: ['cargo test --all', 'error: Recipe `test` failed on line 12 with exit code 101']
  },
  { step: 'just', lines: ['eslint .', 'error: recipe `lint` failed with exit code 1'] },
  {
    step: 'task lint',
    lines: ['task: [lint] golangci-lint run', 'task: Failed to run task "lint": exit status 1']
  },
  {
    step: 'cargo make ci',
    lines: [
      '[cargo-make] INFO - Running Task: clippy',
      '[cargo-make] INFO - Execute Command: "cargo" "clippy"',
      '[cargo-make] ERROR - Error while executing command, exit code: 1',
      '[cargo-make] WARN - Build Failed.'
    ]
  },
  {
    step: 'dotnet build',
    lines: ['/w/Shop.csproj(12,5): error MSB3073: The command "npm run lint" exited with code 1.']
  }
]

const sessions: readonly Wrapped[] = [
  {
    step: 'tox -e py311',
    lines: [
      'py311: commands[0]> pytest tests',
      'py311: exit 1 (0.20 seconds) /w> pytest tests pid=2312',
      '  py311: FAIL code 1 (0.31=setup[0.11]+cmd[0.20] seconds)',
      '  evaluation failed :( (0.40 seconds)'
    ]
  },
  {
    step: 'tox',
    lines: [
      'ERROR: InvocationError for command /w/.tox/lint/bin/flake8 src (exited with code 1)',
      'ERROR:   lint: commands failed'
    ]
  },
  {
    step: 'nox',
    lines: [
      'nox > Running session tests',
      'nox > pytest -q',
      'nox > Command pytest -q failed with exit code 1',
      'nox > Session tests failed.'
    ]
  },
  {
    step: 'nox -s mypy',
    lines: [
      'nox > Running session mypy',
      'nox > mypy src',
      'nox > Command mypy src failed with exit code 2',
      'nox > Session mypy failed.'
    ]
  },
  {
    step: 'bundle exec rake',
    lines: [
      'rake aborted!',
      'Command failed with status (1): [bundle exec rubocop]',
      'Tasks: TOP => default => rubocop',
      '(See full trace by running task with --trace)'
    ]
  },
  { step: 'mix ci', lines: ['==> Running mix format --check-formatted', '** (exit) 1'] },
  { step: 'poe test', lines: ['Poe => pytest tests', "Error: Sequence aborted after failed subtask 'test'"] },
  { step: 'sh ci.sh', lines: ['+ npm run lint', 'script returned exit code 1'] },
  {
    step: 'npm test',
    lines: [
      '$ npm test',
      'Cleaning up project directory and file based variables',
      'ERROR: Job failed: exit code 1'
    ]
  },
  { step: 'npm test', lines: ['The command "npm test" exited with 1.', 'Done. Your build exited with 1.'] },
  { step: 'npm test', lines: ["##[error]Bash exited with code '1'."] },
  { step: 'eslint .', lines: ['Exited with code exit status 1'] },
  { step: 'docker compose run test', lines: ['test_1  | > vitest run', 'shop_test_1 exited with code 1'] }
]

export const WRAPPERS: readonly Wrapped[] = [...maven, ...gradle, ...scripts, ...builds, ...sessions]
