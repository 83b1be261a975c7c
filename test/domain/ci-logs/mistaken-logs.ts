// Logs whose type is easily mistaken, in the words of their tools; each stands in a step of the name that it has there.
import type { FailureType } from '#schemas/mirror/ci.js'

export interface Mistaken {
  step: string
  lines: readonly string[]
  type: FailureType
  transient?: boolean
}

const passing = Array.from({ length: 800 }, (_, at) => [
  `PASS packages/core/src/module-${at}.test.ts (${(at % 7) + 1}.${at % 10} s)`,
  `  ✓ retries when the connection timed out ${at} (${at % 30} ms)`,
  ...(at % 40 === 39
    ? [
        '  console.error',
        '    Error: connect ECONNREFUSED 10.0.0.7:5432',
        '      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1607:16)',
        ''
      ]
    : [])
]).flat()

export const MISTAKEN: readonly Mistaken[] = [
  {
    step: './gradlew test',
    type: 'out_of_memory',
    lines: [
      '> Task :app:compileTestKotlin',
      '> Task :app:test',
      '',
      'OrderServiceTest > placesAnOrder() FAILED',
      '    java.lang.OutOfMemoryError: Java heap space',
      '        at java.base/java.util.Arrays.copyOf(Arrays.java:3537)',
      '        at com.shop.OrderServiceTest.placesAnOrder(OrderServiceTest.java:41)',
      '',
      '212 tests completed, 1 failed',
      '',
      '> Task :app:test FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      '',
      '* What went wrong:',
      "Execution failed for task ':app:test'.",
      '> There were failing tests. See the report at: file:///home/runner/work/shop/shop/app/build/reports/tests/test/index.html'
    ]
  },
  {
    step: './gradlew build',
    type: 'out_of_memory',
    lines: [
      '> Task :app:test FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      '',
      '* What went wrong:',
      "Execution failed for task ':app:test'.",
      "> Process 'Gradle Test Executor 3' finished with non-zero exit value 137",
      '  This problem might be caused by incorrect test process configuration.',
      '',
      'BUILD FAILED in 4m 12s'
    ]
  },
  {
    step: './gradlew test',
    type: 'out_of_memory',
    lines: [
      '> Task :lib:test',
      'The Daemon will expire immediately since the JVM garbage collector is thrashing.',
      "The currently configured max heap space is '512 MiB' and the configured max metaspace is '384 MiB'.",
      'Daemon is stopping immediately JVM garbage collector thrashing',
      '> Task :lib:test FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      '',
      '* What went wrong:',
      "Execution failed for task ':lib:test'.",
      '> Gradle build daemon has been stopped: since the JVM garbage collector is thrashing'
    ]
  },
  {
    step: './gradlew :app:test',
    type: 'network',
    transient: true,
    lines: [
      '> Task :app:processTestResources NO-SOURCE',
      '> Task :app:test FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      '',
      '* What went wrong:',
      "Execution failed for task ':app:test'.",
      "> Could not resolve all files for configuration ':app:testRuntimeClasspath'.",
      '   > Could not download mockito-core-5.11.0.jar (org.mockito:mockito-core:5.11.0)',
      "      > Could not get resource 'https://repo.maven.apache.org/maven2/org/mockito/mockito-core/5.11.0/mockito-core-5.11.0.jar'.",
      '         > Premature end of Content-Length delimited message body (expected: 700,123; received: 212,992)',
      '',
      'BUILD FAILED in 38s'
    ]
  },
  {
    step: './gradlew :app:test',
    type: 'network',
    transient: true,
    lines: [
      '> Task :app:test FAILED',
      '* What went wrong:',
      "Could not determine the dependencies of task ':app:test'.",
      "> Could not resolve all task dependencies for configuration ':app:testRuntimeClasspath'.",
      '   > Could not resolve org.junit:junit-bom:5.10.2.',
      "      > Could not get resource 'https://repo.maven.apache.org/maven2/org/junit/junit-bom/5.10.2/junit-bom-5.10.2.pom'.",
      "         > Could not GET 'https://repo.maven.apache.org/maven2/org/junit/junit-bom/5.10.2/junit-bom-5.10.2.pom'.",
      '            > Connect to repo.maven.apache.org:443 [repo.maven.apache.org/199.232.192.215] failed: Read timed out',
      'BUILD FAILED in 1m 2s'
    ]
  },
  {
    step: 'kubectl rollout status deployment/web --timeout=120s',
    type: 'docker_build',
    lines: [
      'Waiting for deployment "web" rollout to finish: 0 of 2 updated replicas are available...',
      'error: timed out waiting for the condition',
      'LAST SEEN   TYPE      REASON             OBJECT                    MESSAGE',
      '2m          Normal    Pulling            pod/web-6d9f7c-abcde      Pulling image "registry.example.org/shop/web:1.4.2"',
      '2m          Warning   Failed             pod/web-6d9f7c-abcde      Failed to pull image "registry.example.org/shop/web:1.4.2": rpc error: code = NotFound desc = failed to pull and unpack image "registry.example.org/shop/web:1.4.2": failed to resolve reference "registry.example.org/shop/web:1.4.2": registry.example.org/shop/web:1.4.2: not found',
      '90s         Warning   Failed             pod/web-6d9f7c-abcde      Error: ErrImagePull',
      '60s         Warning   Failed             pod/web-6d9f7c-abcde      Error: ImagePullBackOff'
    ]
  },
  {
    step: 'helm upgrade --install shop ./chart --wait',
    type: 'docker_build',
    lines: [
      'shop-7f9c   0/1     ImagePullBackOff   0          4m',
      'Back-off pulling image "ghcr.io/octo-org/shop:abc123"',
      'Failed to pull image "ghcr.io/octo-org/shop:abc123": ghcr.io/octo-org/shop:abc123: not found',
      'Error: UPGRADE FAILED: timed out waiting for the condition'
    ]
  },
  {
    step: 'actions/checkout@v4',
    type: 'disk_full',
    lines: [
      'Downloading assets/model.bin (412 MB)',
      'batch response: This repository is over its data quota. Account responsible for LFS bandwidth should purchase more data packs to restore access.',
      'Error downloading object: assets/model.bin (8f2c1d0): Smudge error: Error downloading assets/model.bin (8f2c1d0): batch response: This repository is over its data quota. Account responsible for LFS bandwidth should purchase more data packs to restore access.',
      'Errors logged to /home/runner/work/shop/shop/.git/lfs/logs/20260102T100000.log',
      "error: external filter 'git-lfs filter-process' failed",
      'fatal: assets/model.bin: smudge filter lfs failed'
    ]
  },
  {
    step: 'git lfs pull',
    type: 'disk_full',
    lines: [
      'batch response: This repository exceeded its LFS budget. The account responsible for the budget should increase it to restore access.',
      "error: failed to fetch some objects from 'https://github.com/octo-org/shop.git/info/lfs'"
    ]
  },
  {
    step: 'npx jest --ci',
    type: 'test_failure',
    lines: [
      ...passing.slice(0, 800),
      'FAIL packages/core/src/cart.test.ts',
      '  ● Cart › adds the price of shipping',
      '',
      '    expect(received).toBe(expected) // Object.is equality',
      '',
      '    Expected: 1250',
      '    Received: 1200',
      '',
      '      at Object.<anonymous> (packages/core/src/cart.test.ts:41:23)',
      '',
      ...passing.slice(800),
      'Test Suites: 1 failed, 800 passed, 801 total',
      'Tests:       1 failed, 800 passed, 801 total',
      'Snapshots:   0 total',
      'Time:        93.1 s',
      'Ran all test suites.'
    ]
  }
]

/** Steps that print nothing of their own before they end. */
export const SILENT_STEPS = [
  'npm ci',
  'npm install',
  'npm test',
  'npm run lint',
  'npm run build',
  'npx tsc --noEmit',
  'pytest',
  './gradlew test',
  'make',
  'docker build -t a .',
  'docker login registry.example.org',
  'terraform plan',
  'trivy image a',
  'curl -fsSLO https://example.org/a',
  'git push origin main',
  'bundle install',
  'pip install -r requirements.txt',
  'cargo clippy -- -D warnings',
  'actions/upload-artifact@v4',
  './integration-tests.sh'
]

/** Lines that only say where a job stood when it failed: the name of a task, and commands as they are echoed. */
export const PLACES: readonly (readonly string[])[] = [
  ['> Task :test FAILED'],
  ['> Task :app:testDebugUnitTest FAILED'],
  ["Execution failed for task ':test'."],
  ['> Task :compileJava FAILED'],
  ['> Task :spotlessJavaCheck FAILED'],
  ['> Task :detekt FAILED'],
  ['', '> app@1.0.0 lint', '> eslint .', ''],
  ['> app@1.0.0 test', '> jest --ci', ''],
  ['$ eslint .'],
  ['$ jest --ci --coverage'],
  ['+ npx tsc --noEmit']
]

const resolving = (fault: string) => [
  '> Task :test FAILED',
  'FAILURE: Build failed with an exception.',
  '* What went wrong:',
  "Could not determine the dependencies of task ':test'.",
  "> Could not resolve all files for configuration ':testRuntimeClasspath'.",
  '   > Could not download guava-31.jar (com.google.guava:guava:31)',
  `      > ${fault}`,
  'BUILD FAILED in 1m 2s'
]

/** A download that is lost while a task gets ready is lost on the way, whatever the task is called. */
export const LOST_DOWNLOADS = ['Connection reset', 'Read timed out', 'Connection refused', 'Broken pipe'].map(
  resolving
)
