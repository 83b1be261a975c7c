// Prompts for the model about an issue, and the evaluation of its answers.

import type { Deps } from '#deps.js'
import { countChangedLines, fixRiskScore } from '#domain/fixing/risk.js'
import {
  chooseFiles,
  explainUnlistedFiles,
  type FileQuery,
  keywordsIn,
  listCandidateFiles
} from '#domain/patches/candidate-files.js'
import { patchVerdict } from '#domain/patches/guard/guard.js'
import { applyEdits, type OfferedFile } from '#domain/patches/model/edits.js'
import { sanityFaults } from '#domain/patches/model/sanity.js'
import { redactSecrets } from '#domain/text/secrets.js'
import { ModelError } from '#errors/model.js'
import { FixAnalysis, ModelPatch } from '#schemas/model/answers.js'
import { type ListedFile, offeredFiles } from '../patches/offered-files.js'
import { objectionTo } from '../patches/propose.js'
import type { CheckedAnalysis, FixSubject, GeneratedPatch } from './evaluation-input.js'

const LONGEST_ISSUE = 12_000
/** Includes the tokens that a reasoning model spends first. */
const MOST_ANALYSIS_TOKENS = 6_000
const MOST_PATCH_TOKENS = 12_000

const issueText = ({ issue: { title, body } }: FixSubject) =>
  redactSecrets(`${title}\n\n${body ?? ''}`).slice(0, LONGEST_ISSUE)

const fileQueryOf = ({ issue, language }: FixSubject): FileQuery => ({
  keywords: keywordsIn(`${issue.title}\n${issue.body ?? ''}`),
  language
})

function requireModel({ model }: Deps) {
  if (!model) throw new ModelError('model_unavailable', 'No language model is configured.')
  return model
}

export interface FixFileList {
  /** Files that may be shown and changed, the most likely first. */
  listed: readonly ListedFile[]
  /** All files of the repository. */
  files: readonly ListedFile[]
}

export async function listFixFiles(deps: Deps, subject: FixSubject): Promise<FixFileList> {
  const blockedPaths = subject.config.pillars.issue_fix.blocked_paths
  const { files } = await deps.host.fetchSourceTree(subject.place, subject.base.sha)
  const shas = new Map(files.map(({ path, sha }) => [path, sha]))
  const listed = listCandidateFiles(files, { ...fileQueryOf(subject), blockedPaths }).map((file) => ({
    ...file,
    sha: shas.get(file.path) ?? ''
  }))
  return { listed, files }
}

export async function askForAnalysis(
  deps: Deps,
  subject: FixSubject,
  { listed }: FixFileList
): Promise<FixAnalysis> {
  return requireModel(deps).ask({
    prompt: 'fix-analysis',
    facts: { repository: subject.fullName },
    material: [
      { title: 'the issue', text: issueText(subject) },
      { title: 'paths of the repository', text: listed.map(({ path }) => path).join('\n') }
    ],
    shape: FixAnalysis,
    mostTokens: MOST_ANALYSIS_TOKENS
  })
}

export function checkAnalysis(
  analysis: FixAnalysis,
  subject: FixSubject,
  { listed, files }: FixFileList
): CheckedAnalysis {
  const { max_file_changes: most, blocked_paths: blockedPaths } = subject.config.pillars.issue_fix
  const { relevant_files: named } = analysis
  const chosen = chooseFiles(listed, named, { ...fileQueryOf(subject), most }).map(({ path }) => path)
  return { ...analysis, chosen, unlisted: explainUnlistedFiles(files, listed, { named, blockedPaths }) }
}

interface PatchRequest {
  listed: readonly ListedFile[]
  analysis: CheckedAnalysis
}

export async function askForPatch(
  deps: Deps,
  subject: FixSubject,
  request: PatchRequest
): Promise<GeneratedPatch> {
  const { analysis } = request
  const chosen = request.listed.filter(({ path }) => analysis.chosen.includes(path))
  const offered = await offeredFiles(deps, subject.place, chosen)
  const isWhole = offered.length === analysis.chosen.length
  const { max_file_changes: files, max_line_changes: lines } = subject.config.pillars.issue_fix
  const answer = await requireModel(deps).ask({
    prompt: 'fix-patch',
    facts: { repository: subject.fullName, files: String(files), lines: String(lines) },
    material: [
      { title: 'the issue', text: issueText(subject) },
      { title: 'what was found out about it', text: `${analysis.explanation}\n\n${analysis.strategy}` },
      ...offered.map(({ path, text }) => ({ title: `the file ${path}`, text }))
    ],
    shape: ModelPatch,
    mostTokens: MOST_PATCH_TOKENS
  })
  return generatedPatchFrom(deps, answer, { subject, analysis, offered, isWhole })
}

interface PatchAnswerContext {
  subject: FixSubject
  analysis: CheckedAnalysis
  offered: readonly OfferedFile[]
  isWhole: boolean
}

const ANSWER_LIMITS = { files: 100, lines: 20_000, characters: 500_000 }

function generatedPatchFrom(
  deps: Deps,
  { summary, explanation, edits }: ModelPatch,
  { subject, analysis, offered, isWhole }: PatchAnswerContext
): GeneratedPatch {
  const { files, notOffered, faults } = applyEdits(offered, edits)
  const rules = { blockedPaths: [], isWorkflowRepair: false, isByModel: true, limits: ANSWER_LIMITS }
  const findings = patchVerdict(files, rules).findings.map(({ path, reason }) => `${path}: ${reason}`)
  const objection = objectionTo(
    deps,
    { pillar: 'issue_fix', source: 'issue_fix', files, isByModel: true },
    subject.config
  )
  return {
    files,
    summary,
    explanation,
    isWhole,
    paths: [...new Set(edits.map(({ path }) => path))].sort(),
    offered: offered.map(({ path }) => path),
    lines: countChangedLines(files),
    risk: fixRiskScore(analysis.complexity, files),
    faults: [...faults, ...sanityFaults(files)],
    findings: notOffered.length === 0 && objection !== undefined ? [...findings, objection] : findings
  }
}
