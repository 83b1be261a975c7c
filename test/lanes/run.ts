// Runs the test files: a few processes, each with many files.
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVER } from '../harness/server.js'
import { BUNDLES, FINISHED, listTestFiles, readFinished, type TestFile } from './files.js'
import { root as t } from './tap.js'
import { watchLanes } from './watch.js'

const LANE = fileURLToPath(new URL('./lane.js', import.meta.url))
/** One more than there are cores: many tests wait for processes that they have started. */
const LANES = availableParallelism() + 1
/** Files that take several times as long as any other, the longest first. */
const LONGEST = [
  'test/browser/pages.browser.ts',
  'test/browser/fleet.browser.ts',
  'test/demo/command.test.ts'
]
/** A lane that ends early has grown too large, or a test has ended it. */
const MOST_LANES = 50

const files = listTestFiles()
  .filter(({ needsDatabase }) => SERVER === undefined || needsDatabase)
  // Whatever takes long lies late in the alphabet, or is told; what is left for the end should be short.
  .reverse()
  .sort((a, b) => placeOf(a) - placeOf(b))
const queue = mkdtempSync(join(BUNDLES, 'queue-'))
writeFileSync(join(queue, 'files.json'), JSON.stringify(files))
writeFileSync(join(queue, FINISHED), '')
/** Of each failure, in characters. */
const MOST_TOLD = 4_000
let lanes = 0

t.setTimeout(0)
t.jobs = LANES
const stopWatching = watchLanes(queue)
await Promise.all(Array.from({ length: LANES }, runLanes))
stopWatching()
const finished = readFinished(queue)
t.same(listUnfinished(), [], 'every test file was run to its end')
// Said again at the end, where whoever looks at a long output looks first.
const failed = finished.flatMap((file) => file.failed)
t.same(
  failed.map(({ name }) => name),
  [],
  'no test failed'
)
for (const { name, about } of failed) t.comment(`${name}\n${about.slice(0, MOST_TOLD)}`)

function placeOf({ name }: TestFile): number {
  const place = LONGEST.indexOf(name)
  return place === -1 ? LONGEST.length : place
}

async function runLanes(): Promise<void> {
  // Beside the files that somebody has taken there are the list of all and that of the finished ones.
  while (readdirSync(queue).length < files.length + 2 && lanes < MOST_LANES) {
    lanes += 1
    const options = { buffered: true, env: { ...process.env, TEST_QUEUE: queue } }
    await t.spawn(
      process.execPath,
      ['--enable-source-maps', '--max-semi-space-size=64', LANE],
      options,
      `lane ${lanes}`
    )
  }
}

/** A lane that ended in the middle of a file, or that was one too many, must not pass for one that ran it. */
function listUnfinished(): string[] {
  const names = new Set(finished.map(({ name }) => name))
  return files.map(({ name }) => name).filter((name) => !names.has(name))
}
