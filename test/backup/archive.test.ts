// Backups are written and read without the program around them.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import t, { type Test } from 'tap'
import { listContents, withChecksums } from '#backup/contents.js'
import { type BackupManifest, bytesOf, newManifest } from '#backup/manifest.js'
import { placeAll } from '#backup/place.js'
import { readBackup } from '#backup/read.js'
import { writeBackup } from '#backup/write.js'

const NEWEST = 1_700_000_000_000

/** As a service leaves one, in small: with empty folders, and with what is no part of a backup. */
function dataDirectory(t: Test): string {
  const content = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}`, `row ${i} `.repeat(200)]))
  return t.testdir({
    data: {
      'secrets.json': '{"apiKey":"secret"}\n',
      'service.pid': '{}',
      exports: { 'audit-2026-01-31.jsonl': '{}\n', '.new-abc': { file: 'half' } },
      database: { PG_VERSION: '18\n', pg_notify: {}, base: { 1: content } }
    }
  })
}

async function manifestOf(directory: string, secrets = true): Promise<BackupManifest> {
  const contents = await listContents(directory, { secrets })
  return newManifest({
    service_version: '1.0.0',
    created_at: '2026-01-31T00:00:00.000Z',
    newest_migration: NEWEST,
    folders: contents.folders,
    files: await withChecksums(directory, contents, () => undefined)
  })
}

async function backupOf(t: Test, { secrets = true } = {}): Promise<string> {
  const root = dataDirectory(t)
  const directory = join(root, 'data')
  const file = join(root, 'backup.tar.gz')
  const manifest = await manifestOf(directory, secrets)
  await writeBackup(file, { directory, manifest, onBytes: () => undefined })
  return file
}

let targets = 0

function restore(
  file: string,
  newestMigration = NEWEST
): { directory: string; result: Promise<BackupManifest> } {
  targets += 1
  const directory = `${file}.restored-${targets}`
  mkdirSync(directory)
  const nothing = () => undefined
  return {
    directory,
    result: readBackup(file, { directory, newestMigration, onManifest: nothing, onBytes: nothing })
  }
}

const filesIn = (directory: string) => readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()

t.test('what was backed up is restored, for its user alone, and nothing that was on its way', async (t) => {
  const file = await backupOf(t)
  t.equal(statSync(file).mode & 0o777, 0o600)
  const { directory, result } = restore(file)
  await result
  const original = join(file, '..', 'data')
  const kept = filesIn(original).filter((name) => !/service\.pid|\.new-/.test(name))
  t.same(filesIn(directory), kept)
  for (const name of kept.filter((one) => statSync(join(original, one)).isFile()))
    t.equal(readFileSync(join(directory, name), 'utf8'), readFileSync(join(original, name), 'utf8'), name)
  for (const name of kept) t.equal(statSync(join(directory, name)).mode & 0o077, 0, name)
})

t.test('secrets are left out where that is asked for', async (t) => {
  const { directory, result } = restore(await backupOf(t, { secrets: false }))
  await result
  t.notOk(filesIn(directory).includes('secrets.json'))
})

t.test('a backup never replaces a file', async (t) => {
  const file = await backupOf(t)
  const before = readFileSync(file)
  const directory = join(file, '..', 'data')
  const again = writeBackup(file, {
    directory,
    manifest: await manifestOf(directory),
    onBytes: () => undefined
  })
  await t.rejects(again, { name: 'BackupError', message: `${file} exists already` })
  t.ok(readFileSync(file).equals(before))
})

t.test('a backup that ends in the middle, or cannot be written, leaves no file', async (t) => {
  const root = dataDirectory(t)
  const directory = join(root, 'data')
  const manifest = await manifestOf(directory)
  const half = bytesOf(manifest.files) / 2
  let read = 0
  const onBytes = (bytes: number) => {
    read += bytes
    if (read > half) throw new Error('enough')
  }
  await t.rejects(writeBackup(join(root, 'x'), { directory, manifest, onBytes }), { message: 'enough' })
  t.same(readdirSync(root), ['data'])
  const nowhere = join(root, 'none', 'x')
  await t.rejects(writeBackup(nowhere, { directory, manifest, onBytes: () => undefined }), {
    name: 'BackupError',
    message: /none\/x.*Name a file in a folder that exists\.$/
  })
  writeFileSync(join(root, 'x.unfinished'), 'of another')
  await t.rejects(writeBackup(join(root, 'x'), { directory, manifest, onBytes: () => undefined }), {
    name: 'BackupError',
    message: /x\.unfinished exists already/
  })
  t.equal(readFileSync(join(root, 'x.unfinished'), 'utf8'), 'of another')
})

t.test('what is restored gets its names all together, or not at all', async (t) => {
  const aside = () => ({
    'secrets.json': 'restored',
    exports: { one: '1' },
    database: { PG_VERSION: '18' }
  })
  const names = ['database', 'exports', 'secrets.json']
  const root = t.testdir({ free: {}, taken: { 'secrets.json': 'of another' }, one: aside(), other: aside() })
  await placeAll(names, join(root, 'one'), join(root, 'free'))
  t.same(filesIn(join(root, 'free')), [
    'database',
    'database/PG_VERSION',
    'exports',
    'exports/one',
    'secrets.json'
  ])
  await t.rejects(placeAll(names, join(root, 'other'), join(root, 'taken')), {
    name: 'BackupError',
    message: /taken\/secrets\.json exists already/
  })
  t.same(filesIn(join(root, 'taken')), ['secrets.json'])
  t.equal(readFileSync(join(root, 'taken', 'secrets.json'), 'utf8'), 'of another')
  t.same(readdirSync(join(root, 'other')).sort(), names)
})

/** A repetition may be written in several ways: another byte may say the same. */
function isSameContent(one: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(one).equals(gunzipSync(other))
  } catch {
    return false
  }
}

t.test('a backup that is cut anywhere, or of which any byte is another, is refused', async (t) => {
  const file = await backupOf(t)
  const whole = readFileSync(file)
  // The header of gzip has a time and flags of the system, which say nothing of the content.
  const places = Array.from({ length: 40 }, (_, i) => 10 + Math.floor(((whole.length - 11) * i) / 39))
  for (const at of [0, ...places]) {
    writeFileSync(file, whole.subarray(0, at))
    await t.rejects(restore(file).result, { name: 'BackupError' }, `cut at ${at}`)
  }
  for (const at of places) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 0x10
    if (isSameContent(flipped, whole)) continue
    writeFileSync(file, flipped)
    await t.rejects(restore(file).result, { name: 'BackupError' }, `flipped at ${at}`)
  }
})

t.test('what a newer version made is refused, with the version to use', async (t) => {
  const file = await backupOf(t)
  const { directory, result } = restore(file, NEWEST - 1)
  await t.rejects(result, { message: /newer than this version.* version 1\.0\.0/ })
  t.same(filesIn(directory), [])
  await writeArchive(file, { format: 2, service_version: '3.0.0' })
  await t.rejects(restore(file).result, { message: /newer version \(3\.0\.0\)/ })
  await writeArchive(file, { format: 2, service_version: '\u001b[2K' })
  await t.rejects(restore(file).result, { message: /newer version \(unknown\)/ })
})

interface MadeEntry extends Partial<TarHeader> {
  name: string
  text?: string
}

const SHA_OF_EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** An archive of somebody who knows the format. */
async function writeArchive(file: string, manifest: object, entries: MadeEntry[] = []): Promise<void> {
  const stated = {
    product: 'repository-automation-service',
    format: 1,
    service_version: '1.0.0',
    created_at: '2026-01-31T00:00:00.000Z',
    newest_migration: NEWEST,
    folders: ['database'],
    files: [],
    ...manifest
  }
  const all = [{ name: 'manifest.json', text: JSON.stringify(stated) }, ...entries]
  const packed = await packTar(
    all.map(({ text = '', ...header }) => ({
      header: { size: Buffer.byteLength(text), type: 'file', ...header },
      body: text
    }))
  )
  writeFileSync(file, gzipSync(packed))
}

t.test('an archive that leads out of the directory, or has what it does not list, is refused', async (t) => {
  const file = join(t.testdir(), 'made.tar.gz')
  const empty = (path: string) => ({ path, bytes: 0, sha256: SHA_OF_EMPTY })
  const refused = async (manifest: object, entries: MadeEntry[], why: RegExp) => {
    await writeArchive(file, manifest, entries)
    await t.rejects(restore(file).result, { name: 'BackupError', message: why }, JSON.stringify(manifest))
  }
  for (const path of [
    '../x',
    '/etc/x',
    'database/../../x',
    'database/./x',
    'database//x',
    'other/x',
    'database/a\nb'
  ])
    await refused({ files: [empty(path)] }, [{ name: path }], /its manifest is wrong/)
  await refused({ folders: ['database', 'database/..'] }, [], /its manifest is wrong/)
  await refused({ folders: ['exports'] }, [], /its manifest is wrong/)
  await refused({ folders: ['database', 'secrets.json'] }, [], /its manifest is wrong/)
  await refused({ service_version: 'one\u001b[2K' }, [], /its manifest is wrong/)
  await refused({ created_at: 'yesterday' }, [], /its manifest is wrong/)
  await refused({}, [{ name: 'secrets.json' }], /does not list/)
  await refused({ files: [empty('secrets.json')] }, [], /secrets\.json is missing/)
  await refused({ files: [empty('secrets.json')] }, [{ name: 'secrets.json', text: 'x' }], /not as it was/)
  const link: MadeEntry = { name: 'secrets.json', type: 'symlink', linkname: '/etc/passwd' }
  await refused({ files: [empty('secrets.json')] }, [link], /does not list/)
  await refused({ product: 'another' }, [], /no backup of this service/)
})

t.test('an archive that decompresses to more than it lists is refused before it is read', async (t) => {
  const file = join(t.testdir(), 'bomb.tar.gz')
  const huge = { name: 'secrets.json', text: 'x'.repeat(80 * 1024 * 1024) }
  await writeArchive(file, { files: [{ path: 'secrets.json', bytes: 1, sha256: SHA_OF_EMPTY }] }, [huge])
  await t.rejects(restore(file).result, { name: 'BackupError' })
})

t.test('what is no archive at all is said to be none', async (t) => {
  const file = join(t.testdir({ text: 'hello' }), 'text')
  await t.rejects(restore(file).result, { name: 'BackupError' })
})
