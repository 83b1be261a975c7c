// Opens the lock files of a project: those that can be written, and those that only their own tool may write.
import { normalisePackageName } from '../../advisories/names.js'
import { readManifest } from '../../manifests/index.js'
import { cargoLockDraft } from './cargo-lock.js'
import { gemfileLockDraft } from './gemfile-lock.js'
import { goSumDraft } from './go-sum.js'
import { type LockDraft, NOTHING_TO_DO } from './lock.js'
import { packageLockDraft } from './npm/package-lock.js'

type LockOpener = (path: string, text: string, files: ReadonlyMap<string, string>) => LockDraft | undefined

const WRITABLE: readonly (readonly [name: RegExp, open: LockOpener])[] = [
  [/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/, packageLockDraft],
  [/(?:^|\/)go\.sum$/, goSumDraft],
  [/(?:^|\/)Cargo\.lock$/, cargoLockDraft],
  [/(?:^|\/)(?:Gemfile\.lock|gems\.locked)$/, gemfileLockDraft]
]

/** What their tools are told, by name. */
const COMMANDS: readonly (readonly [name: RegExp, command: string])[] = [
  [/package-lock\.json$|npm-shrinkwrap\.json$/, 'npm install --lockfile-version 3'],
  [/yarn\.lock$/, 'yarn up'],
  [/pnpm-lock\.yaml$/, 'pnpm update'],
  [/bun\.lock$/, 'bun update'],
  [/poetry\.lock$/, 'poetry update'],
  [/uv\.lock$/, 'uv lock --upgrade-package'],
  [/pdm\.lock$/, 'pdm update'],
  [/Pipfile\.lock$/, 'pipenv update'],
  [/composer\.lock$/, 'composer update'],
  [/packages\.lock\.json$/, 'dotnet restore --force-evaluate']
]

export function lockDraftsOf(files: ReadonlyMap<string, string>): LockDraft[] {
  return [...files].flatMap(([path, text]) => {
    const open = WRITABLE.find(([name]) => name.test(path))?.[1]
    return open?.(path, text, files) ?? foreignLock(path, text) ?? []
  })
}

/** Undefined for what is no lock file. One that cannot be read might pin anything. */
function foreignLock(path: string, text: string): LockDraft | undefined {
  const reading = readManifest(path, text)
  if (reading.kind === 'unreadable' || !reading.lockfile) return undefined
  const { ecosystem, dependencies } = reading
  const names = new Set(dependencies.map(({ name }) => normalisePackageName(ecosystem, name)))
  const command = COMMANDS.find(([name]) => name.test(path))?.[1]
  const pins = (name: string) => names.has(normalisePackageName(ecosystem, name))
  return {
    path,
    pins,
    edits: () => [],
    raise({ fix, restated }) {
      if (!pins(fix.package) && restated.length === 0) return NOTHING_TO_DO
      const how = command === undefined ? 'update it with its own tool' : `run \`${command}\` for it`
      return { refusal: `${path} holds hashes and choices that only its own tool can renew; ${how}` }
    }
  }
}
