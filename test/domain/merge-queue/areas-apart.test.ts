// How entries of different areas pass each other, step by step.
import t from 'tap'
import type { Areas, Batch, Lane, LaneEvent, LaneSettings, LaneWish } from '#domain/merge-queue/lane/lane.js'
import { emptyLane, newEntry, stepLane } from '#domain/merge-queue/lane/step.js'

const SETTINGS: LaneSettings = {
  batchSize: 2,
  depth: 3,
  batchMaxWaitMs: 0,
  checkTimeoutMs: 3_600_000,
  maxAttempts: 3,
  allowSkip: true,
  strict: true,
  freezes: [],
  paused: null
}

/** A lane that is told, one after the other, what happens. */
class ToldLane {
  lane: Lane
  wishes: LaneWish[] = []
  #now = 1_000_000

  constructor(settings: Partial<LaneSettings>, tree: string) {
    this.lane = emptyLane({ ...SETTINGS, ...settings })
    this.base(tree)
  }

  tell(event: LaneEvent): void {
    this.#now += 1
    const { lane, wishes } = stepLane(this.lane, event, this.#now)
    this.lane = lane
    this.wishes.push(...wishes)
  }

  base(tree: string): void {
    this.tell({ is: 'base', tip: { sha: `commit of ${tree}`, tree }, at: this.#now })
  }

  /** Admitted together; their checks have passed. */
  admit(numbers: readonly number[], areas: Areas): void {
    const entries = numbers.map((number) =>
      newEntry({ number, headSha: `head ${number}`, priority: 0, areas }, this.#now)
    )
    for (const entry of entries) this.tell({ is: 'admitted', entry })
    for (const { number, headSha } of entries)
      this.tell({ is: 'checked', number, headSha, verdict: 'passed' })
  }

  batchOf(number: number): Batch {
    const batch = this.lane.batches.find(({ members }) => members.includes(number))
    if (!batch) throw new Error(`#${number} is in no batch`)
    return batch
  }

  /** Builds the candidate that holds it, and tests it. */
  test(number: number, trees: readonly string[], verdict: 'passed' | 'failed'): void {
    const { id } = this.batchOf(number)
    this.tell({ is: 'built', batch: id, candidate: { sha: `candidate ${id}`, trees }, conflicts: [] })
    this.tell({ is: 'tested', batch: id, verdict })
  }

  land(number: number, tree: string): void {
    const { id } = this.batchOf(number)
    this.tell({
      is: 'landed',
      batch: id,
      number,
      commit: { sha: `commit of ${tree}`, tree },
      isAsTested: true
    })
  }

  get landing(): number[] {
    return this.wishes.flatMap((wish) => (wish.is === 'land' ? [wish.number] : []))
  }
}

t.test('what was tested on a landing that was taken back does not land', async (t) => {
  const told = new ToldLane({ batchMaxWaitMs: 1_000 }, 'first')
  told.admit([1, 2], ['api'])
  told.admit([3, 4], ['web'])
  told.test(3, ['with 3', 'with 3, 4'], 'passed')
  told.land(3, 'with 3')
  told.land(4, 'with 3, 4')
  told.test(1, ['1', '1, 2'], 'failed')
  told.admit([5, 6], ['api'])
  told.test(5, ['with 5', 'with 5, 6'], 'passed')
  told.land(5, 'with 5')
  told.land(6, 'with 5, 6')
  told.test(1, ['1 on 6'], 'passed')
  t.match(told.batchOf(1), { isAside: true, size: 2, on: { tree: 'with 5, 6' } })
  told.admit([7, 8], ['api'])
  told.test(7, ['without 6', 'with 3, 4'], 'passed')
  told.land(7, 'without 6')
  told.land(8, 'with 3, 4')
  told.test(1, ['1 on 6', '1, 2 on 6'], 'passed')
  t.same(told.landing, [3, 4, 5, 6, 7, 8])
})

t.test('nobody goes before another that changes an area in common', async (t) => {
  const told = new ToldLane({ depth: 1 }, 'first')
  told.admit([9], null)
  told.admit([1], ['api'])
  told.admit([2], ['api', 'web'])
  told.admit([3], ['api'])
  told.test(9, ['with 9'], 'passed')
  told.land(9, 'with 9')
  t.same(told.batchOf(1).members, [1])
  t.same(
    told.lane.entries.map(({ number, status }) => [number, status]),
    [
      [1, 'merging'],
      [2, 'ready'],
      [3, 'ready']
    ]
  )
})

t.test('nobody is ejected for what others have repaired on the base meanwhile', async (t) => {
  const told = new ToldLane({}, 'broken')
  told.admit([1], null)
  told.test(1, ['1 on broken'], 'failed')
  t.match(told.batchOf(1), { isAside: true, on: { tree: 'broken' } })
  const { id } = told.batchOf(1)
  told.base('repaired')
  told.tell({ is: 'built', batch: id, candidate: { sha: 'late', trees: ['1 on broken'] }, conflicts: [] })
  told.tell({ is: 'tested', batch: id, verdict: 'failed' })
  t.match(told.batchOf(1), { isAside: false, on: { tree: 'repaired' } })
  told.test(1, ['1 on repaired'], 'passed')
  t.same(told.landing, [1])
})
