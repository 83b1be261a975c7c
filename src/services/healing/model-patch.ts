// A patch by a language model for a failure without a matching repair: what the model is shown, and how its answer is
// used.

import type { Deps, RepositoryAccess } from '#deps.js'
import { findFileRestriction } from '#domain/actions/policy.js'
import { findMentionedFiles } from '#domain/healing/mentioned-files.js'
import type { ModelOffer, ModelPatchFault, RepairCandidate } from '#domain/healing/repair-candidate.js'
import { failedJobLines, type RunFailure } from '#domain/healing/run-failure.js'
import { listCandidateFiles } from '#domain/patches/candidate-files.js'
import { applyEdits, type OfferedFile } from '#domain/patches/model/edits.js'
import { plainText } from '#domain/patches/model/plain-text.js'
import { growthFaults, sanityFaults } from '#domain/patches/model/sanity.js'
import { type RepairChange, type RepairRefusal, refuseRepair } from '#domain/repairs/repair.js'
import { ModelError } from '#errors/model.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { ModelPatch } from '#schemas/model/answers.js'
import { type ListedFile, offeredFiles } from '../patches/offered-files.js'

const MOST_FILES = 5
const MOST_PATCH_TOKENS = 12_000
const MOST_LINES = 60

interface OfferInput {
  place: RepositoryAccess
  finding: RunFailure
  pillars: ServiceConfig['pillars']
}

/** The files that the log names and the settings allow to be changed. */
export async function buildModelOffer(
  deps: Deps,
  { place, finding, pillars }: OfferInput,
  files: readonly ListedFile[]
): Promise<ModelOffer> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const lines = finding.extract.flatMap((chunk) => chunk.lines)
  const mentioned = findMentionedFiles(byPath.keys(), { file: finding.file, lines }).flatMap(
    (path) => byPath.get(path) ?? []
  )
  const blockedPaths = pillars.ci_healing.blocked_file_patterns
  const listed = new Set(listCandidateFiles(mentioned, { blockedPaths, keywords: [], language: null }))
  const allowed = mentioned.filter(
    (file) => listed.has(file) && findFileRestriction([file], 'ci_healing', pillars) === undefined
  )
  return { is: 'offer', offered: await offeredFiles(deps, place, allowed.slice(0, MOST_FILES)) }
}

interface RepairQuestion {
  fullName: string
  finding: RunFailure
  candidate: RepairCandidate
}

/** Throws if the model is not available now; a retry may succeed. */
export async function askForRepair(
  deps: Deps,
  { fullName, finding, candidate }: RepairQuestion
): Promise<RepairCandidate> {
  if (candidate.plan?.is !== 'offer') throw new Error('a model is asked where files are offered to it')
  const { offered } = candidate.plan
  return { ...candidate, plan: await repairFromModel(deps, { fullName, finding, offered }) }
}

type PatchQuestion = Omit<RepairQuestion, 'candidate'> & Pick<ModelOffer, 'offered'>

async function repairFromModel(
  deps: Deps,
  question: PatchQuestion
): Promise<RepairChange | RepairRefusal | ModelPatchFault> {
  try {
    return changeFromAnswer(question.offered, await askForRepairPatch(deps, question))
  } catch (error) {
    if (!(error instanceof ModelError) || error.failure === 'model_unavailable') throw error
    return error.failure === 'model_budget' ? refuseRepair(error.message) : fault(error.message)
  }
}

/** The model's answer as plain text, with the name of the model. */
interface ModelAnswer extends ModelPatch {
  model: string
}

async function askForRepairPatch(
  { model }: Deps,
  { fullName, finding, offered }: PatchQuestion
): Promise<ModelAnswer> {
  if (!model) throw new ModelError('model_refused', 'No language model is configured.')
  const { type, cause, file, line } = finding
  const place = file === null ? '' : `\n${line === null ? file : `${file}:${line}`}`
  const patch = await model.ask({
    prompt: 'heal-patch',
    facts: { repository: fullName, type },
    material: [
      { title: 'the failure', text: `${cause}${place}` },
      { title: 'lines of the log', text: failedJobLines(finding).slice(0, MOST_LINES).join('\n') },
      ...offered.map(({ path, text }) => ({ title: `the file ${path}`, text }))
    ],
    shape: ModelPatch,
    mostTokens: MOST_PATCH_TOKENS
  })
  return { ...patch, model: model.name }
}

const fault = (reason: string): ModelPatchFault => ({ is: 'fault', reason })

const LONGEST_SENTENCE = 1_000

function sentence(text: string): string {
  const plain = plainText(text, LONGEST_SENTENCE)
  return plain === '' || plain.endsWith('.') ? plain : `${plain}.`
}

function changeFromAnswer(
  offered: readonly OfferedFile[],
  answer: ModelAnswer
): RepairChange | ModelPatchFault {
  const { model, summary, explanation, edits } = answer
  const { files, notOffered: strange, faults } = applyEdits(offered, edits)
  if (edits.length === 0) return fault('The language model proposed no change.')
  const [first] = [
    ...strange.map((path) => `${path} was not shown to it.`),
    ...faults,
    ...sanityFaults(files),
    ...growthFaults(files)
  ]
  if (first) return fault(`The change that the language model proposed cannot be used: ${first}`)
  return {
    is: 'change',
    files,
    explanation: [
      sentence(summary),
      sentence(explanation),
      `A language model (${plainText(model, LONGEST_SENTENCE)}) wrote this change. Nobody has run it yet.`
    ].filter((one) => one !== '')
  }
}
