// Which files are manifests, and what each says of the packages that it asks for or locks.
import { type ManifestReader, type ManifestReading, unreadable } from './dependency.js'
import { readGoMod, readGoSum } from './go/go-mod.js'
import { readGradleLock, readVerificationMetadata } from './jvm/gradle.js'
import { readPom } from './jvm/pom.js'
import { readBunLock } from './npm/bun-lock.js'
import { readPackageJson } from './npm/package-json.js'
import { readPackageLock } from './npm/package-lock.js'
import { readPnpmLock } from './npm/pnpm-lock.js'
import { readYarnLock } from './npm/yarn-lock.js'
import { readCargoLock, readCargoToml } from './others/cargo.js'
import { readComposerJson, readComposerLock } from './others/composer.js'
import { readConanLock } from './others/conan.js'
import { readGemfile, readGemfileLock } from './others/gemfile.js'
import { readCabalFreeze, readStackLock } from './others/haskell.js'
import { readMixLock } from './others/hex.js'
import { readNugetLock, readNugetProject, readPackagesConfig } from './others/nuget.js'
import { readPubspec, readPubspecLock } from './others/pub.js'
import { readRenvLock } from './others/renv.js'
import { readPipfile, readPipfileLock } from './python/pipfile.js'
import { readPdmLock, readPoetryLock, readPylock, readUvLock } from './python/pylocks.js'
import { readPyproject } from './python/pyproject.js'
import { readRequirements } from './python/requirements.js'

/** The readers of files that have one name. */
const BY_NAME: ReadonlyMap<string, ManifestReader> = new Map([
  ['package.json', readPackageJson],
  ['package-lock.json', readPackageLock],
  ['npm-shrinkwrap.json', readPackageLock],
  ['yarn.lock', readYarnLock],
  ['pnpm-lock.yaml', readPnpmLock],
  ['bun.lock', readBunLock],
  ['pyproject.toml', readPyproject],
  ['poetry.lock', readPoetryLock],
  ['pdm.lock', readPdmLock],
  ['uv.lock', readUvLock],
  ['pylock.toml', readPylock],
  ['Pipfile', readPipfile],
  ['Pipfile.lock', readPipfileLock],
  ['go.mod', readGoMod],
  ['go.sum', readGoSum],
  ['pom.xml', readPom],
  ['gradle.lockfile', readGradleLock],
  ['buildscript-gradle.lockfile', readGradleLock],
  ['verification-metadata.xml', readVerificationMetadata],
  ['Gemfile', readGemfile],
  ['gems.rb', readGemfile],
  ['Gemfile.lock', readGemfileLock],
  ['gems.locked', readGemfileLock],
  ['Cargo.toml', readCargoToml],
  ['Cargo.lock', readCargoLock],
  ['composer.json', readComposerJson],
  ['composer.lock', readComposerLock],
  ['packages.lock.json', readNugetLock],
  ['packages.config', readPackagesConfig],
  ['Directory.Packages.props', readNugetProject],
  ['mix.lock', readMixLock],
  ['pubspec.yaml', readPubspec],
  ['pubspec.lock', readPubspecLock],
  ['conan.lock', readConanLock],
  ['renv.lock', readRenvLock],
  ['cabal.project.freeze', readCabalFreeze],
  ['stack.yaml.lock', readStackLock]
])

/** The readers of files of which the name follows a rule. */
const BY_RULE: readonly (readonly [pattern: RegExp, reader: ManifestReader])[] = [
  [/(?:requirements|constraints)[^/]{0,100}\.txt$/, readRequirements],
  [/(?:^|\/)requirements\/[^/]{1,100}\.txt$/, readRequirements],
  [/(?:^|\/)pylock\.[^/.]{1,100}\.toml$/, readPylock],
  [/\.(?:cs|fs|vb)proj$/, readNugetProject],
  [/\.pom$/, readPom]
]

/** Folders that hold what others wrote. */
const FOREIGN_FOLDERS = new Set([
  'node_modules',
  'vendor',
  'bower_components',
  'site-packages',
  '.venv',
  'third_party'
])

const LONGEST_PATH = 4_096
/** Characters of a manifest. */
const LONGEST_MANIFEST = 64 * 1024 * 1024

/** Whether a file is a manifest or a lock file of the repository itself. */
export const isDependencyManifest = (path: string): boolean => readerOf(path) !== undefined

/** Reads a manifest by the format that its name says. */
export function readManifest(path: string, content: string): ManifestReading {
  const read = readerOf(path)
  if (!read) return unreadable('The name is not that of a manifest')
  if (content.length > LONGEST_MANIFEST) return unreadable('The file is too long')
  return read(content)
}

function readerOf(path: string): ManifestReader | undefined {
  if (path.length > LONGEST_PATH) return undefined
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  if (folders.some((folder) => FOREIGN_FOLDERS.has(folder))) return undefined
  return BY_NAME.get(name) ?? BY_RULE.find(([pattern]) => pattern.test(path))?.[1]
}
