// The order of the steps of upkeep, on a database that is made up.
import t from 'tap'
import { startUpkeep, Upkeep, type UpkeepLog } from '#store/embedded/upkeep.js'
import { until } from '../../harness/until.js'

const GIB = 2 ** 30
type Row = Record<string, unknown>
const vacuumOf = (name: string, bytes = 8192): Row => ({ statement: `vacuum ${name}`, name, bytes })

interface MadeUp {
  due: Row[]
  log?: Row
  free?: number
  /** Runs a statement. */
  answer?: (text: string) => Promise<void>
}

function madeUp({ due, log: row, free = GIB, answer }: MadeUp) {
  const steps: string[] = []
  const told: object[] = []
  const log: UpkeepLog = { warn: (facts) => void told.push(facts), error: (facts) => void told.push(facts) }
  const execute = async (text: string) => {
    if (text.includes('pg_control_checkpoint')) return { rows: [row ?? { written: GIB, to_replay: 0 }] }
    if (text.includes('pg_class')) return { rows: due }
    steps.push(text)
    await answer?.(text)
    return { rows: [] }
  }
  return { steps, told, parts: { execute, freeBytes: async () => free, log } }
}

async function look(upkeep: Upkeep, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await upkeep.look(new AbortController().signal)
}

t.test('each look takes one step, and tables are searched again once more is written', async (t) => {
  const row = { written: GIB, to_replay: 0 }
  const { steps, parts } = madeUp({ due: [vacuumOf('one'), vacuumOf('two')], log: row })
  const upkeep = new Upkeep(parts)
  await look(upkeep, 1)
  t.same(steps, ['vacuum one'])
  await look(upkeep, 3)
  t.same(steps, ['vacuum one', 'vacuum two'])
  row.written += 8 * 2 ** 20
  await look(upkeep, 1)
  t.same(steps, ['vacuum one', 'vacuum two', 'vacuum one'])
})

t.test('a table that is too large is told once, and the others have their turn', async (t) => {
  const row = { written: GIB, to_replay: 0 }
  const due = [vacuumOf('large', GIB + 1), vacuumOf('small')]
  const { steps, told, parts } = madeUp({ due, log: row, free: 4 * GIB })
  const upkeep = new Upkeep(parts)
  await look(upkeep, 2)
  row.written += GIB
  await look(upkeep, 2)
  t.same(steps, ['vacuum small', 'vacuum small'])
  t.same(told, [{ table: 'large', bytes: GIB + 1, freeBytes: 4 * GIB }])
})

t.test('a table is vacuumed only with enough room for what that may write', async (t) => {
  const scarce = madeUp({ due: [vacuumOf('one', 1000)], free: 1999 })
  await look(new Upkeep(scarce.parts), 1)
  t.same(scarce.steps, [])
  t.same(scarce.told, [{ table: 'one', bytes: 1000, freeBytes: 1999 }])
  const enough = madeUp({ due: [vacuumOf('one', 1000)], free: 2000 })
  await look(new Upkeep(enough.parts), 1)
  t.same(enough.steps, ['vacuum one'])
})

t.test('the log is cut before a table is vacuumed', async (t) => {
  const { steps, parts } = madeUp({ due: [vacuumOf('one')], log: { written: GIB, to_replay: GIB } })
  await look(new Upkeep(parts), 1)
  t.same(steps, ['checkpoint', 'vacuum one'])
})

t.test('a step that fails is told, and the next ones are taken all the same', async (t) => {
  const failure = new Error('This table cannot be read')
  const { steps, told, parts } = madeUp({
    due: [vacuumOf('bad'), vacuumOf('good')],
    async answer(text) {
      if (text.endsWith('bad')) throw failure
    }
  })
  const stop = startUpkeep(parts)
  await until('the next table is vacuumed', async () => steps.includes('vacuum good'))
  await stop()
  t.same(told, [{ err: failure }])
})

t.test('a stop waits for the step that runs, and no other begins', async (t) => {
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  const { steps, told, parts } = madeUp({
    due: [vacuumOf('one'), vacuumOf('two')],
    log: { written: GIB, to_replay: GIB },
    async answer() {
      await mayEnd
      steps.push('ended')
    }
  })
  const stop = startUpkeep(parts)
  await until('a step begins', async () => steps.length > 0)
  const stopped = stop().then(() => steps.push('stopped'))
  await new Promise(setImmediate)
  end()
  await stopped
  t.same(steps, ['checkpoint', 'ended', 'stopped'])
  t.same(told, [])
})
