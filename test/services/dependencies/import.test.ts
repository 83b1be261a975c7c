// The local copy of the OSV database: what an import brings, what it drops, and what a failed one leaves.
import t from 'tap'
import { recordOf, sourceOf } from '#test/fixtures/advisories.js'
import { lockOf, startDependencies } from '#test/fixtures/dependency-service.js'

const ID = 'GHSA-aaaa-aaaa-aaaa'

t.test('a failed import leaves what was there, says so, and the scan goes on with it', async (t) => {
  const source = sourceOf(recordOf(ID), recordOf('GHSA-other', { name: 'other' }))
  const service = await startDependencies(t, { source })
  t.same(await service.importAll(), [])
  source.breaksAfter = 1
  source.records.reverse()
  t.same(await service.importAll(), ['The archive broke off.'])
  t.match((await service.stats()).advisories, {
    records: 2,
    error: 'The archive broke off.',
    imported_at: String
  })
  const ended = await service.scan()
  t.match(ended, { status: 'completed', opened: 1 })
  t.match(ended.notes.join('\n'), /the last import failed\. The archive broke off\./)
  source.breaksAfter = undefined
  t.same(await service.importAll(), [])
  t.match((await service.stats()).advisories, { records: 2, error: null })
})

t.test('a database that was never whole is not used', async (t) => {
  const source = sourceOf(recordOf(ID), recordOf('GHSA-other', { name: 'other' }))
  const service = await startDependencies(t, { source })
  source.breaksAfter = 1
  await service.importAll()
  t.match((await service.stats()).advisories, { imported_at: null, error: String })
  t.match(await service.scan(), { status: 'completed', advisories_at: null, opened: 0 })
})

t.test('a database is not used before each of its parts was asked for', async (t) => {
  const source = sourceOf(recordOf(ID))
  const service = await startDependencies(t, { source })
  const { read } = source
  const moments: (string | null)[] = []
  Object.assign(source, {
    parts: ['npm', 'PyPI', 'Go'],
    read: async (part: string) => {
      moments.push((await service.stats()).advisories.imported_at)
      return part === 'PyPI' ? undefined : read(part, null)
    }
  })
  t.same(await service.importAll(), [])
  t.same(moments, [null, null, null])
  t.match((await service.stats()).advisories, { imported_at: String, error: null })
})

t.test('after changes that could not be read, the whole is read', async (t) => {
  const source = sourceOf(recordOf(ID))
  const service = await startDependencies(t, { source })
  const asked: (string | null)[] = []
  const { read } = source
  const readNoting: typeof read = async (part, since) => {
    asked.push(since)
    const reading = await read(part, since)
    return reading && { ...reading, isWhole: since === null, modified: '2026-01-02T00:00:00Z' }
  }
  Object.assign(source, { read: readNoting })
  t.same(await service.importAll(), [])
  source.breaksAfter = 0
  await service.importAll()
  source.breaksAfter = undefined
  t.same(await service.importAll(), [])
  t.same(await service.importAll(), [])
  t.equal(asked[0], null)
  t.equal(asked[1], '2026-01-02T00:00:00Z')
  t.same(asked.slice(-2), [null, '2026-01-02T00:00:00Z'])
})

t.test('a withdrawn advisory, and one that is gone, tell of nothing any more', async (t) => {
  const source = sourceOf(recordOf(ID), recordOf('GHSA-gone', { aliases: [] }))
  const service = await startDependencies(t, { source })
  await service.importAll()
  await service.scan()
  t.same(await service.states(), [`${ID} open`, 'GHSA-gone open'])
  source.records.splice(0, 2, recordOf(ID, { withdrawn: true, modified: '2026-02-01T00:00:00Z' }))
  await service.importAll()
  t.match((await service.stats()).advisories, { records: 0 })
  t.match(await service.scan(), { fixed: 2 })
})

t.test('an empty source is a failed import, and not an empty database', async (t) => {
  const source = sourceOf(recordOf(ID))
  const service = await startDependencies(t, { source })
  await service.importAll()
  source.records.splice(0)
  t.same(await service.importAll(), ['The source has no records.'])
  t.match((await service.stats()).advisories, { records: 1, error: 'The source has no records.' })
})

t.test('records that cannot be read are counted, and do not end the import', async (t) => {
  const source = sourceOf(recordOf(ID))
  source.texts = [
    '{"id": 1',
    '[]',
    undefined,
    '{"affected": []}',
    `{"id": "GHSA-nul\\u0000", "summary": "a\\u0000b"}`
  ]
  const service = await startDependencies(t, { source })
  t.same(await service.importAll(), [])
  t.match((await service.stats()).advisories, { records: 1, unreadable: 4, error: null })
})

t.test('a source of which no record can be read is a failed import, and takes nothing away', async (t) => {
  const source = sourceOf(recordOf(ID))
  const service = await startDependencies(t, { source })
  await service.importAll()
  source.records.splice(0)
  source.texts = ['{"id": 1', undefined]
  t.same(await service.importAll(), ['No record of the source can be read.'])
  t.match((await service.stats()).advisories, { records: 1, error: String })
  t.match(await service.scan(), { opened: 1 })
})

t.test('a record that cannot be read any more stays as it was', async (t) => {
  const source = sourceOf(recordOf(ID), recordOf('GHSA-other', { name: 'other' }))
  const service = await startDependencies(t, { source })
  await service.importAll()
  await service.scan()
  const [, other] = source.records
  const { read } = source
  const files = async function* () {
    yield { path: `npm/all.zip:${ID}.json`, text: undefined }
    yield { path: 'npm/all.zip:GHSA-other.json', text: JSON.stringify(other) }
  }
  Object.assign(source, { read: async () => ({ ...(await read('', null)), files: files() }) })
  t.same(await service.importAll(), [])
  t.match((await service.stats()).advisories, { records: 2, unreadable: 1 })
  t.match(await service.scan(), { fixed: 0 })
})

t.test('what has not changed is not written again', async (t) => {
  const source = sourceOf(recordOf(ID, { severity: 'HIGH' }))
  const service = await startDependencies(t, { source })
  await service.importAll()
  source.records.splice(0, 1, recordOf(ID, { severity: 'CRITICAL' }))
  await service.importAll()
  await service.scan()
  t.match((await service.list()).data, [{ severity: 'high' }], 'the record says that it has not changed')
})

t.test('ranges of commits are left out, and the scan says so', async (t) => {
  const git = {
    affected: [
      {
        package: { ecosystem: 'npm', name: 'left-pad' },
        ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }]
      }
    ]
  }
  const service = await startDependencies(t, {
    source: sourceOf(
      recordOf(ID, { more: git }),
      recordOf('GHSA-silent', { more: { affected: [{ package: { ecosystem: 'npm', name: 'left-pad' } }] } })
    )
  })
  await service.importAll()
  const ended = await service.scan()
  t.match(ended, { status: 'completed', opened: 0 })
  t.match(ended.notes.join('\n'), /Ranges of commits are left out, in 1 advisories: GHSA-aaaa/)
  t.match(ended.notes.join('\n'), /2 advisories cannot be compared/)
})

t.test('each ecosystem has its own order of versions and its own spelling of names', async (t) => {
  const files = {
    'requirements.txt': 'Flask_Login==1.0rc1\n',
    'Gemfile.lock':
      'GEM\n  remote: https://rubygems.org/\n  specs:\n    rack (2.0.10)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rack\n',
    'go.mod': 'module example.com/a\n\ngo 1.22\n\nrequire example.com/b v1.2.3\n',
    'go.sum': 'example.com/b v1.0.0 h1:x=\nexample.com/b v1.2.3 h1:x=\n',
    'package-lock.json': lockOf({ 'left-pad': '2.0.0-beta.1' })
  }
  const source = sourceOf(
    recordOf('GHSA-pip', { ecosystem: 'PyPI', name: 'flask-login', fixed: '1.0' }),
    recordOf('GHSA-gem', { ecosystem: 'RubyGems', name: 'rack', fixed: '2.0.9' }),
    recordOf('GHSA-go', { ecosystem: 'Go', name: 'example.com/b', fixed: '1.2.0' }),
    recordOf('GHSA-npm', { fixed: '2.0.0' })
  )
  const service = await startDependencies(t, { files, source })
  await service.importAll()
  await service.scan()
  t.same(await service.states(), ['GHSA-npm open', 'GHSA-pip open'])
})

t.test(
  'an import that brings something new is followed by scans of the repositories that it is about',
  async (t) => {
    const source = sourceOf(recordOf('GHSA-other', { name: 'other' }))
    const service = await startDependencies(t, { source })
    const lastScan = async () => (await service.shown()).last_scan
    t.same(await service.importAndScan(), [])
    const first = await lastScan()
    t.match(
      first,
      { status: 'completed', trigger_event: 'advisories' },
      'nothing was there to compare with before'
    )
    t.same(await service.importAndScan(), [])
    t.match(await lastScan(), { id: first?.id }, 'nothing is new')
    source.records.push(recordOf('GHSA-elsewhere', { name: 'right-pad' }))
    t.same(await service.importAndScan(), [])
    t.match(await lastScan(), { id: first?.id }, 'no repository resolves what it is about')
    source.records.push(recordOf(ID))
    t.same(await service.importAndScan(), [])
    t.same(await service.states(), [`${ID} open`])
    const found = await lastScan()
    source.records.splice(2, 1, recordOf(ID, { modified: '2026-02-01T00:00:00Z' }))
    t.same(await service.importAndScan(), [])
    t.match(await lastScan(), { id: found?.id }, 'only its date has changed')
    source.records.splice(2, 1, recordOf(ID, { severity: 'CRITICAL', modified: '2026-03-01T00:00:00Z' }))
    t.same(await service.importAndScan(), [])
    t.match((await service.list()).data, [{ severity: 'critical' }])
  }
)
