// Logs that end in the words of what ran the command, with a true cause above them.
import type { Mistaken } from './mistaken-logs.js'

const GOAL = '[ERROR] Failed to execute goal org.apache.maven.plugins'
const HELP = [
  '[ERROR] -> [Help 1]',
  '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.',
  '[ERROR] Re-run Maven using the -X switch to enable full debug logging.'
]
const BUILD_FAILURE = ['[INFO] BUILD FAILURE', '[INFO] Total time:  12.345 s']

const maven: readonly Mistaken[] = [
  {
    step: 'mvn -B verify',
    type: 'test_failure',
    lines: [
      '[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.31 s <<< FAILURE! - in com.shop.CartTest',
      '[ERROR] com.shop.CartTest.adds  Time elapsed: 0.02 s  <<< FAILURE!',
      'org.opentest4j.AssertionFailedError: expected: <3> but was: <2>',
      ...BUILD_FAILURE,
      `${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop: There are test failures.`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B verify',
    type: 'compile_error',
    lines: [
      '[ERROR] COMPILATION ERROR : ',
      '[ERROR] /w/src/main/java/com/shop/Cart.java:[12,5] cannot find symbol',
      '  symbol:   class Basket',
      ...BUILD_FAILURE,
      `${GOAL}:maven-compiler-plugin:3.11.0:compile (default-compile) on project shop: Compilation failure`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B test',
    type: 'compile_error',
    lines: [
      '[ERROR] /w/src/test/java/com/shop/CartTest.java:[3,21] package org.mockito does not exist',
      ...BUILD_FAILURE,
      `${GOAL}:maven-compiler-plugin:3.11.0:testCompile (default-testCompile) on project shop: Compilation failure`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B test',
    type: 'dependency_resolution',
    lines: [
      ...BUILD_FAILURE,
      '[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project com.shop:shop:jar:1.0: Could not find artifact com.shop:prices:jar:2.1 in central (https://repo.maven.apache.org/maven2)',
      ...HELP
    ]
  },
  {
    step: 'mvn -B test',
    type: 'out_of_memory',
    lines: [
      '[ERROR] com.shop.ImportTest.importsAll  Time elapsed: 91.2 s  <<< ERROR!',
      'java.lang.OutOfMemoryError: Java heap space',
      '\tat java.base/java.util.Arrays.copyOf(Arrays.java:3512)',
      ...BUILD_FAILURE,
      `${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop: There are test failures.`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B test',
    type: 'network',
    transient: true,
    lines: [
      ...BUILD_FAILURE,
      `${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop: Execution default-test of goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test failed: Plugin org.apache.maven.plugins:maven-surefire-plugin:3.2.5 or one of its dependencies could not be resolved: Could not transfer artifact org.junit:junit:jar:5.9 from/to central (https://repo.maven.apache.org/maven2): Connection timed out`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B test',
    type: 'crash',
    lines: [
      ...BUILD_FAILURE,
      `${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop: Execution default-test of goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test failed: The forked VM terminated without properly saying goodbye. VM crash or System.exit called?`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B verify',
    type: 'lint_format',
    lines: [
      '[WARN] /w/src/main/java/com/shop/Cart.java:9:1: Line is longer than 100 characters (found 131). [LineLength]',
      ...BUILD_FAILURE,
      `${GOAL}:maven-checkstyle-plugin:3.3.1:check (validate) on project shop: You have 3 Checkstyle violations.`,
      ...HELP
    ]
  },
  {
    step: 'mvn -B verify',
    type: 'quality_gate',
    lines: [
      '[WARNING] Rule violated for bundle shop: lines covered ratio is 0.71, but expected minimum is 0.80',
      ...BUILD_FAILURE,
      '[ERROR] Failed to execute goal org.jacoco:jacoco-maven-plugin:0.8.11:check (check) on project shop: Coverage checks have not been met. See log for details.',
      ...HELP
    ]
  }
]

const gradle: readonly Mistaken[] = [
  {
    step: './gradlew build',
    type: 'compile_error',
    lines: [
      '> Task :app:compileJava FAILED',
      '/w/app/src/main/java/com/shop/Cart.java:14: error: cannot find symbol',
      '    Basket basket = new Basket();',
      '    ^',
      "Execution failed for task ':app:compileJava'.",
      '> Compilation failed; see the compiler error output for details.'
    ]
  },
  {
    step: './gradlew check',
    type: 'test_failure',
    lines: [
      '> Task :app:test FAILED',
      'CartTest > adds() FAILED',
      '    org.opentest4j.AssertionFailedError at CartTest.java:21',
      "Execution failed for task ':app:test'.",
      '> There were failing tests. See the report at: file:///w/app/build/reports/tests/test/index.html'
    ]
  },
  {
    step: './gradlew lint',
    type: 'network',
    transient: true,
    lines: [
      '> Task :app:lintDebug FAILED',
      "Execution failed for task ':app:lintDebug'.",
      "> Could not GET 'https://dl.google.com/a.pom'.",
      '   > Read timed out'
    ]
  }
]

const scripts: readonly Mistaken[] = [
  {
    step: 'npm test',
    type: 'test_failure',
    lines: [
      '> shop@1.0.0 test',
      '> jest',
      '  ● Cart › adds',
      '    expect(received).toBe(expected) // Object.is equality',
      'Tests:       1 failed, 8 passed, 9 total',
      'npm ERR! code 1',
      'npm ERR! command failed',
      'npm ERR! command sh -c jest'
    ]
  },
  {
    step: 'npm run build',
    type: 'type_check',
    lines: [
      "src/cart.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
      'npm error Lifecycle script `build` failed with error:',
      'npm error code 2',
      'npm error command sh -c tsc -p .'
    ]
  },
  {
    step: 'yarn ci',
    type: 'lint_format',
    lines: [
      '$ eslint .',
      '/w/src/cart.js',
      '  10:5  error  Unexpected console statement  no-console',
      '✖ 1 problem (1 error, 0 warnings)',
      'error Command failed with exit code 1.',
      'info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.'
    ]
  },
  {
    step: 'pnpm verify',
    type: 'test_failure',
    lines: [
      ' FAIL  src/cart.test.ts > adds',
      'AssertionError: expected 2 to be 3 // Object.is equality',
      ' ELIFECYCLE  Command failed with exit code 1.'
    ]
  },
  {
    step: 'npm ci',
    type: 'disk_full',
    lines: [
      'npm ERR! code ENOSPC',
      'npm ERR! syscall write',
      'npm ERR! errno -28',
      'npm ERR! nospc ENOSPC: no space left on device, write',
      'npm ERR! command sh -c node-gyp rebuild'
    ]
  },
  {
    step: 'sh ./deploy.sh',
    type: 'dependency_resolution',
    lines: [
      '+ npm ci',
      'npm ERR! code ERESOLVE',
      'npm ERR! ERESOLVE could not resolve',
      'npm ERR! While resolving: shop@1.0.0',
      'script returned exit code 1'
    ]
  },
  {
    step: 'npx turbo run lint',
    type: 'type_check',
    lines: [
      "web:lint: src/cart.ts(9,1): error TS2304: Cannot find name 'basket'.",
      'web:lint: ERROR: command finished with error: command (/w/web) npm run lint exited (1)',
      ' ERROR  run failed: command  exited (1)'
    ]
  }
]

const builds: readonly Mistaken[] = [
  {
    step: 'make test',
    type: 'compile_error',
    lines: [
      'gcc -Wall -c src/cart.c -o cart.o',
      "src/cart.c:12:5: error: 'basket' undeclared (first use in this function)",
      'make: *** [Makefile:12: test] Error 1'
    ]
  },
  {
    step: 'make lint',
    type: 'test_failure',
    lines: [
      '=================================== FAILURES ===================================',
      'E       assert 2 == 3',
      'FAILED tests/test_cart.py::test_adds - assert 2 == 3',
      'make: *** [Makefile:9: lint] Error 1'
    ]
  },
  {
    step: 'make publish',
    type: 'auth_permission',
    lines: ['Error: denied: permission_denied: write_package', 'make: *** [Makefile:40: publish] Error 1']
  },
  {
    step: 'cmake --build build',
    type: 'compile_error',
    lines: [
      'FAILED: [code=1] src/CMakeFiles/shop.dir/cart.cpp.o ',
      '/usr/bin/c++ -Wall -std=c++20 -o src/CMakeFiles/shop.dir/cart.cpp.o -c ../src/cart.cpp',
      "../src/cart.cpp:8:3: error: 'Basket' was not declared in this scope",
      'ninja: build stopped: subcommand failed.'
    ]
  },
  {
    step: 'ninja -C build',
    type: 'compile_error',
    lines: [
      'FAILED: [code=1] unit_tests ',
      "/usr/bin/ld: cart.o: in function `main':",
      "cart.cpp:(.text+0x5): undefined reference to `total()'",
      'collect2: error: ld returned 1 exit status',
      'ninja: build stopped: subcommand failed.'
    ]
  },
  {
    step: 'ninja -C build test',
    type: 'out_of_memory',
    lines: [
      'FAILED: [code=1] src/CMakeFiles/shop.dir/parser.cpp.o ',
      'c++: fatal error: Killed signal terminated program cc1plus',
      'compilation terminated.',
      'ninja: build stopped: subcommand failed.'
    ]
  },
  {
    step: 'bazel test //...',
    type: 'compile_error',
    lines: [
      'ERROR: /w/cart/BUILD:3:11: Compiling cart/cart.cc failed: (Exit 1): gcc failed: error executing command /usr/bin/gcc -U_FORTIFY_SOURCE',
      "cart/cart.cc:7:10: error: 'Basket' does not name a type",
      'INFO: Elapsed time: 8.101s, Critical Path: 2.90s',
      'FAILED: Build did NOT complete successfully'
    ]
  },
  {
    step: 'just ci',
    type: 'test_failure',
    lines: [
      'cargo test --all',
      "thread 'cart::adds' panicked at src/cart.rs:12:5:",
      'assertion `left == right` failed',
      'test result: FAILED. 8 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out',
      'error: Recipe `ci` failed on line 4 with exit code 101'
    ]
  },
  {
    step: 'task test',
    type: 'lint_format',
    lines: [
      'task: [test] golangci-lint run',
      'cart/cart.go:5:1: exported function Total should have comment or be unexported (golint)',
      'task: Failed to run task "test": exit status 1'
    ]
  },
  {
    step: 'cargo make ci',
    type: 'compile_error',
    lines: [
      '[cargo-make] INFO - Running Task: test',
      'error[E0308]: mismatched types',
      '  --> src/cart.rs:9:5',
      '[cargo-make] ERROR - Error while executing command, exit code: 101',
      '[cargo-make] WARN - Build Failed.'
    ]
  }
]

const sessions: readonly Mistaken[] = [
  {
    step: 'tox -e lint',
    type: 'test_failure',
    lines: [
      'lint: commands[0]> pytest tests',
      'FAILED tests/test_cart.py::test_adds - assert 2 == 3',
      '  lint: FAIL code 1 (2.31=setup[0.42]+cmd[1.89] seconds)',
      '  evaluation failed :( (2.40 seconds)'
    ]
  },
  {
    step: 'tox -e py312',
    type: 'lint_format',
    lines: [
      'py312: commands[0]> flake8 src',
      'src/cart.py:1:80: E501 line too long (90 > 79 characters)',
      'py312: exit 1 (0.20 seconds) /w> flake8 src pid=2312'
    ]
  },
  {
    step: 'nox -s tests',
    type: 'dependency_resolution',
    lines: [
      'nox > Running session tests',
      "ModuleNotFoundError: No module named 'prices'",
      'nox > Command pytest failed with exit code 1',
      'nox > Session tests failed.'
    ]
  },
  {
    step: 'bundle exec rake lint',
    type: 'test_failure',
    lines: [
      'Failures:',
      '  1) Cart adds',
      '     Failure/Error: expect(cart.total).to eq(3)',
      '9 examples, 1 failure',
      'rake aborted!',
      'Command failed with status (1): [bundle exec rspec]',
      'Tasks: TOP => lint',
      '(See full trace by running task with --trace)'
    ]
  },
  {
    step: 'mix ci',
    type: 'test_failure',
    lines: [
      '  1) test adds (Shop.CartTest)',
      '     test/cart_test.exs:5',
      '     Assertion with == failed',
      '     code:  assert total == 3',
      '9 tests, 1 failure',
      '** (exit) 2'
    ]
  },
  {
    step: 'nox -s lint',
    type: 'network',
    transient: true,
    lines: [
      'nox > Running session lint',
      "fatal: unable to access 'https://github.com/a/b/': Failed to connect to github.com port 443: Connection timed out",
      'nox > Command git clone failed with exit code 128',
      'nox > Session lint failed.'
    ]
  }
]

export const WRAPPED: readonly Mistaken[] = [...maven, ...gradle, ...scripts, ...builds, ...sessions]
