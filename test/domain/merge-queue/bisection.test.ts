import t, { type Test } from 'tap'
import { realLane as lane } from './simulation/mechanism.js'
import { SeededRandom } from './simulation/random.js'
import { type Contribution, Scenario } from './simulation/scenario.js'
import { MINUTE_MS } from './simulation/weather.js'

const LARGEST_EXHAUSTIVE = 8
/** Just above a power of two, amid two, and the largest: the halves of the others are among the halves of these. */
const LARGER = [9, 11, 13, 16]
/** How many candidates are tested at once. */
const DEPTHS = [1, 3]
const SAMPLES = 60

/** Puts them into one batch and waits until it is done with. */
function runBatch(depth: number, contributions: readonly Contribution[]) {
  const scenario = new Scenario(lane, {
    batchSize: contributions.length,
    depth,
    batchMaxWaitMs: 30 * MINUTE_MS
  })
  for (const contribution of contributions) scenario.open(contribution)
  scenario.settle()
  return { landed: scenario.landed, tests: scenario.sim.tests }
}

const mostTests = (size: number, culprits: number) => culprits * (2 * Math.log2(size) + 1) + 1

interface Shortfall {
  depth: number
  size: number
  culprits: number[]
  landed: number[]
  tests: number
}

/** What is wrong with a batch of this size whose culprits are the bits of the mask; null if nothing is. */
function shortfallOf(depth: number, size: number, mask: number): Shortfall | null {
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  const culprits = numbers.filter((number) => mask & (1 << (number - 1)))
  const innocent = numbers.filter((number) => !culprits.includes(number))
  const isBroken = (number: number) => culprits.includes(number)
  const { landed, tests } = runBatch(
    depth,
    numbers.map((number) => ({ isBroken: isBroken(number) }))
  )
  const isKept = `${inOrder(landed)}` === `${innocent}` && tests <= mostTests(size, culprits.length)
  return isKept ? null : { depth, size, culprits, landed, tests }
}

/** What was with a culprit may land behind what was not. */
const inOrder = (landed: readonly number[]) => landed.toSorted((one, other) => one - other)

function checkMasks(t: Test, size: number, masks: Iterable<number>): void {
  const shortfalls = [...masks]
    .flatMap((mask) => DEPTHS.map((depth) => shortfallOf(depth, size, mask)))
    .filter((one) => one !== null)
  const some = shortfalls.slice(0, 3).map((one) => JSON.stringify(one))
  t.same(some, [], `${shortfalls.length} cases in batches of ${size}`)
}

t.test('a batch with any culprits lands all others, within the bound of tests', async (t) => {
  for (let size = 1; size <= LARGEST_EXHAUSTIVE; size++) checkMasks(t, size, Array(2 ** size).keys())
})

t.test('a large batch with any one or two culprits, or many, does so too', async (t) => {
  const random = new SeededRandom(7)
  for (const size of LARGER) {
    const masks = new Set<number>([0, 2 ** size - 1])
    for (let one = 0; one < size; one++)
      for (let other = 0; other <= one; other++) masks.add((1 << one) | (1 << other))
    for (let sample = 0; sample < SAMPLES; sample++) masks.add(random.below(2 ** size))
    checkMasks(t, size, masks)
  }
})

/** What is wrong with a batch of which these two are green apart and red together; null if nothing is. */
function shortfallOfPair(
  depth: number,
  size: number,
  [earlier, later]: readonly [number, number]
): Shortfall | null {
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  const isOfPair = (number: number) => number === earlier || number === later
  const { landed, tests } = runBatch(
    depth,
    numbers.map((number) => ({ feature: isOfPair(number) ? 1 : 0 }))
  )
  const expected = numbers.filter((number) => number !== later)
  const isKept = `${inOrder(landed)}` === `${expected}` && tests <= mostTests(size, 1)
  return isKept ? null : { depth, size, culprits: [earlier, later], landed, tests }
}

t.test('of two that are red only together, the one in front lands and the other is ejected', async (t) => {
  for (const size of [2, 3, 4, 5, 6, 7, 8, ...LARGER])
    for (let later = 2; later <= size; later++) {
      const pairs = Array.from({ length: later - 1 }, (_, index) => [index + 1, later] as const)
      const shortfalls = pairs
        .flatMap((pair) => DEPTHS.map((depth) => shortfallOfPair(depth, size, pair)))
        .filter((one) => one !== null)
      t.same(shortfalls.slice(0, 3), [])
    }
})

t.test('members that conflict as text are left out, and the others land after one test', async (t) => {
  const { landed, tests } = runBatch(1, [{ lines: [1] }, { lines: [2] }, { lines: [1] }, { lines: [3] }])
  t.same(landed, [1, 2, 4])
  t.equal(tests, 1)
})
