// Where copies of the OSV database lie: folders, archives and servers in the layout of the public bucket.
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { zipOf } from '#demo/world/ci/zip.js'
import { openAdvisorySource } from '#osv/index.js'
import { pinnedLookup } from '#runtime/lookups.js'
import { CHAT_AUTHORITY, CHAT_CERTIFICATE, CHAT_KEY } from '#test/fixtures/chat-certificates.js'

type Source = ReturnType<typeof openAdvisorySource>

async function read(source: Source, part = 'all', since: string | null = null) {
  const reading = await source.read(part, since)
  if (!reading) return undefined
  const files: [string, string | undefined][] = []
  for await (const { path, text } of reading.files) files.push([path.split('/').at(-1) ?? '', text])
  return { isWhole: reading.isWhole, modified: reading.modified, files: files.sort() }
}

t.test('a folder is read at any depth, with archives in it, and links are not followed', async (t) => {
  const folder = t.testdir({
    a: { 'A-1.json': '{"id":"A-1"}', 'notes.txt': 'x' },
    'B-1.json': '{"id":"B-1"}'
  })
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  writeFileSync(join(folder, 'deep/er/all.zip'), zipOf([{ path: 'C-1.json', content: '{"id":"C-1"}' }]))
  symlinkSync(folder, join(folder, 'loop'))
  writeFileSync(join(folder, 'latin.json'), Buffer.from([0x22, 0xe4, 0x22]))
  writeFileSync(join(folder, 'large.json'), Buffer.alloc(6 * 2 ** 20, 0x20))
  t.same(await read(openAdvisorySource(folder)), {
    isWhole: true,
    modified: null,
    files: [
      ['A-1.json', '{"id":"A-1"}'],
      ['B-1.json', '{"id":"B-1"}'],
      ['all.zip:C-1.json', '{"id":"C-1"}'],
      ['large.json', undefined],
      ['latin.json', undefined]
    ]
  })
})

t.test('a truncated archive and a missing file are faults of the source', async (t) => {
  const zip = zipOf([{ path: 'A-1.json', content: '{"id":"A-1"}' }])
  const folder = t.testdir({ 'whole.zip': zip, 'half.zip': zip.subarray(0, zip.length - 30) })
  t.match(await read(openAdvisorySource(join(folder, 'whole.zip'))), {
    files: [['whole.zip:A-1.json', '{"id":"A-1"}']]
  })
  await t.rejects(read(openAdvisorySource(join(folder, 'half.zip'))), {
    name: 'AdvisorySourceFault',
    message: /half\.zip/
  })
  await t.rejects(read(openAdvisorySource(join(folder, 'none'))), {
    name: 'AdvisorySourceFault',
    message: /ENOENT/
  })
})

const LOCAL = { address: '127.0.0.1', family: 4 }

async function startBucket(t: Test, files: Record<string, string | Buffer>, addresses = ['93.184.216.34']) {
  const asked: string[] = []
  const server = createServer({ cert: CHAT_CERTIFICATE, key: CHAT_KEY }, (request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    const file = files[path]
    if (file === undefined) response.writeHead(404).end()
    else if (file === 'cut')
      response.writeHead(200, { 'content-length': 1_000 }).write('x', () => request.socket.destroy())
    else if (file === 'broken') response.writeHead(500).end()
    else response.writeHead(200).end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  // Cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const source = openAdvisorySource('https://hooks.chat.example/osv/', {
    resolve: async () => addresses.map((address) => ({ address, family: 4 })),
    routeTo: ({ name }) => ({ host: name, port, lookup: pinnedLookup([LOCAL]), ca: CHAT_AUTHORITY }),
    idleMs: 5_000
  })
  return { source, asked, files }
}

t.test('a server is read whole at first, and then only what has changed', async (t) => {
  const { source, asked, files } = await startBucket(t, {
    '/osv/npm/modified_id.csv': '2026-01-02T00:00:00Z,A-2\n2026-01-01T00:00:00Z,A-1\n',
    '/osv/npm/all.zip': zipOf([
      { path: 'A-1.json', content: '{"id":"A-1"}' },
      { path: 'A-2.json', content: '{}' }
    ]),
    '/osv/npm/A-3.json': '{"id":"A-3"}'
  })
  t.ok(source.parts.includes('npm') && source.parts.includes('GitHub Actions'))
  const whole = await read(source, 'npm')
  t.match(whole, { isWhole: true, modified: '2026-01-02T00:00:00Z', files: { length: 2 } })
  asked.splice(0)
  files['/osv/npm/modified_id.csv'] = '2026-01-03T00:00:00Z,A-3\n2026-01-02T00:00:00Z,A-2\n'
  t.same(await read(source, 'npm', '2026-01-02T00:00:00Z'), {
    isWhole: false,
    modified: '2026-01-03T00:00:00Z',
    files: [['A-3.json', '{"id":"A-3"}']]
  })
  t.same(asked, ['/osv/npm/modified_id.csv', '/osv/npm/A-3.json'])
  t.equal(await read(source, 'Hex'), undefined, 'it has no such ecosystem')
  const many = Array.from({ length: 1_500 }, (_, at) => `2026-02-01T00:00:00Z,B-${at}`).join('\n')
  files['/osv/npm/modified_id.csv'] = many
  t.match(
    await read(source, 'npm', '2026-01-03T00:00:00Z'),
    { isWhole: true },
    'the archive is the shorter way'
  )
})

t.test('a server that fails is a fault, and never an empty database', async (t) => {
  const { source } = await startBucket(t, {
    '/osv/npm/all.zip': 'cut',
    '/osv/PyPI/all.zip': 'broken',
    '/osv/Go/all.zip': 'no archive',
    '/osv/Hex/modified_id.csv': '2026-01-03T00:00:00Z,H-1\n'
  })
  for (const part of ['npm', 'PyPI', 'Go'])
    await t.rejects(read(source, part), { name: 'AdvisorySourceFault' }, part)
  await t.rejects(read(source, 'Hex', '2026-01-01T00:00:00Z'), { message: /H-1 is listed/ })
})

t.test('a name that leads to an internal address is not asked', async (t) => {
  const { source, asked } = await startBucket(t, {}, ['93.184.216.34', '10.0.0.1'])
  await t.rejects(read(source, 'npm'), { message: /no public address/ })
  t.same(asked, [])
})
