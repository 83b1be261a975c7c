// Written after the two lists beside it were told apart: words of the same wrappers that are a cause, and that are none.
import type { Mistaken } from './mistaken-logs.js'
import type { Wrapped } from './wrapped-places.js'

const GOAL = '[ERROR] Failed to execute goal org.apache.maven.plugins'

const said = (step: string, type: Mistaken['type'], ...lines: string[]): Mistaken => ({ step, type, lines })
const silent = (step: string, ...lines: string[]): Wrapped => ({ step, lines })

export const TOLD_BY_WRAPPERS: readonly Mistaken[] = [
  said('make deploy', 'config_error', "make: *** No rule to make target 'deploy'.  Stop."),
  said('make', 'out_of_memory', 'make: *** [Makefile:3: all] Error 137'),
  said('ci.sh', 'out_of_memory', 'script returned exit code 137'),
  said('npm test', 'config_error', 'npm ERR! Missing script: "test"'),
  said(
    'npm run e2e',
    'config_error',
    'sh: 1: cypress: not found',
    'npm ERR! command sh -c cypress run',
    'make: *** [Makefile:2: e2e] Error 127'
  ),
  said(
    'npm ci',
    'auth_permission',
    'npm ERR! code E403',
    'npm ERR! command failed',
    'npm ERR! 403 403 Forbidden - GET https://npm.pkg.example.org/a'
  ),
  said('yarn build', 'crash', 'Segmentation fault (core dumped)', 'error Command failed with exit code 139.'),
  said(
    'just fmt',
    'lint_format',
    'Diff in /w/src/lib.rs at line 10:',
    'error: Recipe `fmt` failed on line 7 with exit code 1'
  ),
  said(
    'mvn verify',
    'quality_gate',
    '[ERROR] Rule 0: org.apache.maven.enforcer.rules.version.RequireJavaVersion failed with message:',
    `${GOAL}:maven-enforcer-plugin:3.4.1:enforce (default) on project shop: Some Enforcer rules have failed. Look above for specific messages explaining why the rule failed. -> [Help 1]`
  ),
  said(
    'mvn package',
    'compile_error',
    `${GOAL}:maven-compiler-plugin:3.11.0:compile (default-compile) on project shop: Fatal error compiling: error: invalid target release: 21 -> [Help 1]`
  ),
  said(
    'ninja -C out',
    'disk_full',
    'FAILED: [code=1] obj/cart.o ',
    '/usr/bin/cc -c ../cart.c -o obj/cart.o',
    'fatal error: error writing to /tmp/ccA.s: No space left on device',
    'ninja: build stopped: subcommand failed.'
  ),
  said(
    'tox -e py312',
    'dependency_resolution',
    'ERROR: No matching distribution found for prices==9.9',
    'py312: exit 1 (1.20 seconds) /w> python -I -m pip install prices==9.9 pid=12',
    '  py312: FAIL code 1 (1.30 seconds)'
  )
]

export const FURTHER_WRAPPERS: readonly Wrapped[] = [
  silent(
    'make check',
    'make[2]: *** [Makefile:512: check-local] Error 1',
    'make[1]: *** [Makefile:400: check-am] Error 2',
    'make: *** [Makefile:399: check] Error 2'
  ),
  silent('make fmt', 'gofmt -l ./cmd ./internal', 'make: *** [fmt] Error 1'),
  silent(
    'mvn test',
    '[ERROR] Failed to execute goal org.codehaus.mojo:animal-sniffer-maven-plugin:1.23:check (signature-check) on project shop: Execution signature-check of goal org.codehaus.mojo:animal-sniffer-maven-plugin:1.23:check failed. -> [Help 1]'
  ),
  silent(
    'mvn test',
    `${GOAL}:maven-surefire-plugin:3.2.5:test (default-test) on project shop-cart-tests -> [Help 1]`,
    '[ERROR] ',
    '[ERROR] After correcting the problems, you can resume the build with the command',
    '[ERROR]   mvn <args> -rf :shop-cart-tests'
  ),
  silent(
    './gradlew e2e',
    '> Task :web:cypressRun FAILED',
    "Execution failed for task ':web:cypressRun'.",
    "> Process 'command 'npx'' finished with non-zero exit value 2"
  ),
  silent(
    'npm run typecheck',
    'npm error Lifecycle script `typecheck` failed with error:',
    'npm error code 2',
    'npm error command sh -c vue-tsc --noEmit'
  ),
  silent(
    'pnpm -r lint',
    'packages/web lint$ biome check .',
    'packages/web lint: Failed',
    ' ELIFECYCLE  Command failed with exit code 1.'
  ),
  silent(
    'bazel test //...',
    'ERROR: /w/BUILD.bazel:4:8: Action docs/site.tar failed: (Exit 2): sh failed: error executing command /bin/sh -c mkdocs',
    'ERROR: Build did NOT complete successfully'
  ),
  silent(
    'task build',
    'task: [build] docker build -t shop .',
    'task: Failed to run task "build": task: Failed to run task "image": exit status 1'
  ),
  silent(
    'tox -e mypy',
    'mypy: commands[0]> mypy src',
    'mypy: exit 2 (3.10 seconds) /w> mypy src pid=99',
    '  mypy: FAIL code 2 (3.20=setup[0.10]+cmd[3.10] seconds)'
  ),
  silent(
    'bundle exec rake test',
    'rake aborted!',
    'Command failed with status (1): [ruby -w -I"lib:test" test/all.rb]',
    'Tasks: TOP => test'
  ),
  silent('node ci.js', 'Error: Command failed with exit code 1: npx tsc -p .')
]
