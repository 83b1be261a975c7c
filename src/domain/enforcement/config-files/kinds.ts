// What a file is, told from its path.
import { HOST_FOLDER, SERVICE_FILES } from '#domain/host/paths.js'
import type { ConfigFileType } from '#schemas/enforcement/config-results.js'

interface PlacedFile {
  path: string
  /** With a slash at the end; empty at the root. */
  folder: string
  name: string
}

type KindRule = readonly [ConfigFileType, (file: PlacedFile) => boolean]

const WORKFLOWS = `${HOST_FOLDER}/workflows/`
const TEMPLATES = `${HOST_FOLDER}/issue_template/`
const OWNED_FROM: readonly string[] = ['', `${HOST_FOLDER}/`, 'docs/']
const SERVICE_PATHS: readonly string[] = SERVICE_FILES

const isYaml = (name: string) => name.endsWith('.yml') || name.endsWith('.yaml')

/** The first that applies. */
const KINDS: readonly KindRule[] = [
  ['service_config', ({ path }) => SERVICE_PATHS.includes(path)],
  ['host_actions', ({ folder, name }) => folder === WORKFLOWS && isYaml(name)],
  // The host reads this folder in any case.
  ['issue_template', ({ folder, name }) => folder.toLowerCase() === TEMPLATES && isYaml(name)],
  ['codeowners', ({ folder, name }) => name === 'CODEOWNERS' && OWNED_FROM.includes(folder)],
  ['host_config', ({ folder, name }) => folder === `${HOST_FOLDER}/` && isYaml(name)],
  ['terraform', ({ name }) => name.endsWith('.tf')],
  ['terraform_vars', ({ name }) => name.endsWith('.tfvars')],
  ['docker_compose', ({ name }) => /^(?:docker-)?compose\.ya?ml$/.test(name)],
  ['yaml', ({ folder, name }) => folder === '' && isYaml(name)],
  ['package_json', ({ name }) => name === 'package.json'],
  ['tsconfig', ({ name }) => name.startsWith('tsconfig') && name.endsWith('.json')]
]

/** Packages that are checked in with their own files belong to others. */
const FOREIGN = /(?:^|\/)(?:node_modules|\.terraform)\//

/** An index of the database holds no longer ones. */
const LONGEST_PATH_BYTES = 1_000

/** Undefined for a file that is not validated. */
export function configFileType(path: string): ConfigFileType | undefined {
  if (FOREIGN.test(path) || Buffer.byteLength(path) > LONGEST_PATH_BYTES) return undefined
  const cut = path.lastIndexOf('/') + 1
  const file = { path, folder: path.slice(0, cut), name: path.slice(cut) }
  return KINDS.find(([, applies]) => applies(file))?.[0]
}
