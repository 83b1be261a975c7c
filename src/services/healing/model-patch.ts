// A change that a language model writes for a failure that no repair knows: what it is shown, and what becomes of its answer.

import type { Deps, Place } from '#deps.js'
import { refusalOfFiles } from '#domain/actions/policy.js'
import { type Finding, linesOf } from '#domain/healing/findings.js'
import { namedFiles } from '#domain/healing/named-files.js'
import type { ModelOffer, PatchFault, RepairCandidate } from '#domain/healing/repair-candidate.js'
import { applied, type OfferedFile } from '#domain/patches/model/edits.js'
import { sanityFaults } from '#domain/patches/model/sanity.js'
import { plainText } from '#domain/patches/model/words.js'
import { listedFiles } from '#domain/patches/paths.js'
import { type Change, type Refusal, refused } from '#domain/repairs/repair.js'
import { ModelError } from '#errors/model.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { ModelPatch } from '#schemas/model/answers.js'
import { type ListedFile, offeredFiles } from '../patches/offered-files.js'

const MOST_FILES = 5
const MOST_PATCH_TOKENS = 12_000
const MOST_LINES = 60

interface Wanted {
  place: Place
  finding: Finding
  pillars: ServiceConfig['pillars']
}

/** What the model may be shown: files that the log names, and that the settings let be changed. */
export async function offerFor(
  deps: Deps,
  { place, finding, pillars }: Wanted,
  files: readonly ListedFile[]
): Promise<ModelOffer> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const lines = finding.extract.flatMap((chunk) => chunk.lines)
  const named = namedFiles(byPath.keys(), { file: finding.file, lines }).flatMap(
    (path) => byPath.get(path) ?? []
  )
  const blockedPaths = pillars.ci_healing.blocked_file_patterns
  const listed = new Set(listedFiles(named, { blockedPaths, keywords: [], language: null }))
  const allowed = named.filter(
    (file) => listed.has(file) && refusalOfFiles([file], 'ci_healing', pillars) === undefined
  )
  return { is: 'offer', offered: await offeredFiles(deps, place, allowed.slice(0, MOST_FILES)) }
}

interface Put {
  fullName: string
  finding: Finding
  candidate: RepairCandidate
}

/** Fails where the model cannot be asked now; asked again later it may answer. */
export async function askModel(deps: Deps, { fullName, finding, candidate }: Put): Promise<RepairCandidate> {
  if (candidate.plan?.is !== 'offer') throw new Error('a model is asked where files are offered to it')
  const { offered } = candidate.plan
  return { ...candidate, plan: await answerFor(deps, { fullName, finding, offered }) }
}

type Asked = Omit<Put, 'candidate'> & Pick<ModelOffer, 'offered'>

async function answerFor(deps: Deps, asked: Asked): Promise<Change | Refusal | PatchFault> {
  try {
    return changeOf(asked.offered, await answered(deps, asked))
  } catch (error) {
    if (!(error instanceof ModelError) || error.failure === 'model_unavailable') throw error
    return error.failure === 'model_budget' ? refused(error.message) : fault(error.message)
  }
}

/** In the words of the model, made plain, with whose words they are. */
interface Answer extends ModelPatch {
  model: string
}

async function answered({ model }: Deps, { fullName, finding, offered }: Asked): Promise<Answer> {
  if (!model) throw new ModelError('model_refused', 'No language model is configured.')
  const { type, cause, file, line } = finding
  const place = file === null ? '' : `\n${line === null ? file : `${file}:${line}`}`
  const patch = await model.ask({
    prompt: 'heal-patch',
    facts: { repository: fullName, type },
    material: [
      { title: 'the failure', text: `${cause}${place}` },
      { title: 'lines of the log', text: linesOf(finding).slice(0, MOST_LINES).join('\n') },
      ...offered.map(({ path, text }) => ({ title: `the file ${path}`, text }))
    ],
    shape: ModelPatch,
    mostTokens: MOST_PATCH_TOKENS
  })
  return { ...patch, model: model.name }
}

const fault = (reason: string): PatchFault => ({ is: 'fault', reason })

const LONGEST_SENTENCE = 1_000

function sentence(text: string): string {
  const plain = plainText(text, LONGEST_SENTENCE)
  return plain === '' || plain.endsWith('.') ? plain : `${plain}.`
}

function changeOf(offered: readonly OfferedFile[], answer: Answer): Change | PatchFault {
  const { model, summary, explanation, edits } = answer
  const { files, strange, faults } = applied(offered, edits)
  if (edits.length === 0) return fault('The language model knows no change that would mend it.')
  const [first] = [...strange.map((path) => `${path}: it was not shown.`), ...faults, ...sanityFaults(files)]
  if (first) return fault(`What the language model wrote is no good: ${first}`)
  return {
    is: 'change',
    files,
    explanation: [
      sentence(summary),
      sentence(explanation),
      `A language model (${plainText(model, LONGEST_SENTENCE)}) wrote this, and nobody has tried it yet.`
    ].filter((one) => one !== '')
  }
}
