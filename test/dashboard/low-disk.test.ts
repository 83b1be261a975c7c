import t from 'tap'
import { lowDiskWarning } from '#dashboard/kit/low-disk.js'
import { startTestService } from '#test/harness/app.js'

const MIB = 1024 * 1024

/** The warning with so much free space; null without a disk of this machine. */
async function warningWith(freeMib: number | null): Promise<string> {
  const disk = { reserveBytes: 256 * MIB, freeBytes: async () => (freeMib ?? 0) * MIB }
  const deps = freeMib === null ? {} : { disk }
  const service = await startTestService({ work: false, deps })
  const { data } = await service.client.GET('/health')
  await service.close()
  if (!data) throw new Error('no health')
  return lowDiskWarning(data)
}

t.test('while the disk is low, the dashboard says what to do', async (t) => {
  const warning = await warningWith(255)
  t.match(warning, /almost full, 255 MiB free.*less than 256 MiB/)
  t.match(warning, /Free some space on the disk of DATA_DIR/)
})

t.test('with enough space, or with a database server, the dashboard warns of nothing', async (t) => {
  for (const free of [256, null]) t.equal(await warningWith(free), '')
})
