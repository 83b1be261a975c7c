import t from 'tap'
import { isDiskLow, withWarnings } from '#store/disk.js'

const RESERVE = 100

t.test('the log tells once that the disk is almost full, and once that it no longer is', async (t) => {
  const told: string[] = []
  let free = RESERVE
  const disk = withWarnings(
    { reserveBytes: RESERVE, freeBytes: async () => free },
    { warn: () => told.push('low'), info: () => told.push('enough') }
  )
  for (const next of [RESERVE, 99, 1, 99, RESERVE, 500, 99]) {
    free = next
    t.equal(await isDiskLow(disk), next < RESERVE)
  }
  t.strictSame(told, ['low', 'enough', 'low'])
})
