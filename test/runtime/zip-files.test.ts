import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { zipOf } from '#demo/world/ci/zip.js'
import { filesOfZip, type ZipBounds, ZipFault } from '#runtime/zip-files.js'

const BOUNDS: ZipBounds = { archiveBytes: 10_000_000, entries: 100, unpackedBytes: 10_000_000 }

async function* pieces(archive: Buffer, length = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; at += length) yield archive.subarray(at, at + length)
}

async function readAll(
  archive: Buffer,
  {
    isWanted = (_: string) => true,
    bounds = {}
  }: { isWanted?: (path: string) => boolean; bounds?: Partial<ZipBounds> } = {}
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { path, bytes } of filesOfZip(pieces(archive), isWanted, { ...BOUNDS, ...bounds })) {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes()) chunks.push(chunk)
    found[path] = Buffer.concat(chunks).toString()
  }
  return found
}

t.test('the wanted files of an archive are read whole', async (t) => {
  const long = 'long '.repeat(100_000)
  const archive = zipOf([
    { path: 'reports/', content: '' },
    { path: 'reports/a.xml', content: '<a/>' },
    { path: 'image.png', content: 'no report' },
    { path: 'reports/b.xml', content: long }
  ])
  const found = await readAll(archive, { isWanted: (path) => path.endsWith('.xml') })
  t.same(found, { 'reports/a.xml': '<a/>', 'reports/b.xml': long })
})

t.test('an archive that is cut off anywhere is refused', async (t) => {
  const archive = zipOf([{ path: 'a.xml', content: randomBytes(5_000).toString('hex') }])
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: archive.length - 1 }), async (length) => {
      await t.rejects(readAll(archive.subarray(0, length)), ZipFault)
    }),
    { numRuns: 50 }
  )
})

t.test('any bytes are refused without harm', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
      await readAll(Buffer.concat([zipOf([]).subarray(0, 4), bytes, zipOf([])])).catch((error) => {
        if (!(error instanceof ZipFault)) throw error
      })
    }),
    { numRuns: 100 }
  )
})

t.test('an archive that unpacks to more than it may is not unpacked', async (t) => {
  const bomb = zipOf([{ path: 'bomb.xml', content: Buffer.alloc(20_000_000) }])
  await t.rejects(readAll(bomb), { message: 'its files are larger than 9 MiB together' })
})

t.test('a file that is longer than the archive says is not read to its end', async (t) => {
  const lying = zipOf([{ path: 'bomb.xml', content: Buffer.alloc(20_000_000), statedBytes: 100 }])
  await t.rejects(readAll(lying), ZipFault)
})

t.test('an archive with too many files, or too many bytes, is refused', async (t) => {
  const many = zipOf(Array.from({ length: 101 }, (_, at) => ({ path: `${at}.xml`, content: '' })))
  await t.rejects(readAll(many), { message: 'it has more than 100 files' })
  await t.rejects(readAll(many, { bounds: { archiveBytes: 1_000 } }), ZipFault)
})

t.test('a path that leads out of the archive is refused', async (t) => {
  await t.rejects(readAll(zipOf([{ path: '../../etc/passwd', content: 'x' }])), ZipFault)
})

t.test('nothing of an archive is left on the disk', async (t) => {
  const folder = t.testdir({})
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = folder
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  })
  await readAll(zipOf([{ path: 'a.xml', content: 'x' }]))
  await t.rejects(readAll(Buffer.from('no archive')), ZipFault)
  t.same(readdirSync(folder), [])
})
