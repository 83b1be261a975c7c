// What the model is asked about an issue, and what its answers come to.
import { FixAnalysis, ModelPatch } from '../../../schemas/model-answers.js'
import type { ServiceConfig } from '../../../schemas/service-config.js'
import type { Deps, Place } from '../../deps.js'
import { changedLines, riskOf } from '../../domain/fix/grades.js'
import { type Asked, chosenFiles, keywordsIn, listedFiles, unlistedFiles } from '../../domain/fix/paths.js'
import { applied, type OfferedFile } from '../../domain/model-patch/edits.js'
import { sanityFaults } from '../../domain/model-patch/sanity.js'
import { patchVerdict } from '../../domain/patch-guard/guard.js'
import { redacted } from '../../domain/secrets.js'
import { ModelError } from '../../model-errors.js'
import { type ListedFile, offeredFiles } from '../offered-files.js'
import { objectionTo } from '../patches.js'
import type { Analyzed, Patched } from './grounds.js'

/** What both questions are about. */
export interface Subject {
  fullName: string
  place: Place
  issue: { title: string; body: string | null }
  language: string | null
  config: ServiceConfig
}

const LONGEST_ISSUE = 12_000
/** With what a model that thinks first spends on that. */
const MOST_ANALYSIS_TOKENS = 6_000
const MOST_PATCH_TOKENS = 12_000

const issueText = ({ issue: { title, body } }: Subject) =>
  redacted(`${title}\n\n${body ?? ''}`).slice(0, LONGEST_ISSUE)

const askedBy = ({ issue, language }: Subject): Asked => ({
  keywords: keywordsIn(`${issue.title}\n${issue.body ?? ''}`),
  language
})

function modelOf({ model }: Deps) {
  if (!model) throw new ModelError('model_unavailable', 'No language model is configured any more.')
  return model
}

export interface Listing {
  /** The files that may be shown and changed, the likeliest first. */
  listed: readonly ListedFile[]
  /** All that are there. */
  files: readonly ListedFile[]
}

export async function listing(deps: Deps, subject: Subject, commit: string): Promise<Listing> {
  const blockedPaths = subject.config.pillars.issue_fix.blocked_paths
  const { files } = await deps.host.sourcesOf(subject.place, commit)
  const shas = new Map(files.map(({ path, sha }) => [path, sha]))
  const listed = listedFiles(files, { ...askedBy(subject), blockedPaths }).map((file) => ({
    ...file,
    sha: shas.get(file.path) ?? ''
  }))
  return { listed, files }
}

export async function analysisOf(deps: Deps, subject: Subject, { listed }: Listing): Promise<FixAnalysis> {
  return modelOf(deps).ask({
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

export function analyzedFrom(analysis: FixAnalysis, subject: Subject, { listed, files }: Listing): Analyzed {
  const { max_file_changes: most, blocked_paths: blockedPaths } = subject.config.pillars.issue_fix
  const { relevant_files: named } = analysis
  const chosen = chosenFiles(listed, named, { ...askedBy(subject), most }).map(({ path }) => path)
  return { ...analysis, chosen, unlisted: unlistedFiles(files, listed, { named, blockedPaths }) }
}

interface Generating {
  listed: readonly ListedFile[]
  analysis: Analyzed
}

export async function patchOf(deps: Deps, subject: Subject, generating: Generating): Promise<Patched> {
  const { analysis } = generating
  const chosen = generating.listed.filter(({ path }) => analysis.chosen.includes(path))
  const offered = await offeredFiles(deps, subject.place, chosen)
  const isWhole = offered.length === analysis.chosen.length
  const { max_file_changes: files, max_line_changes: lines } = subject.config.pillars.issue_fix
  const answer = await modelOf(deps).ask({
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
  return patchedFrom(answer, { subject, analysis, offered, isWhole })
}

interface Answered {
  subject: Subject
  analysis: Analyzed
  offered: readonly OfferedFile[]
  isWhole: boolean
}

const FILES_LOOKED_AT = { files: 100, lines: 20_000, characters: 500_000 }

function patchedFrom(
  { summary, explanation, edits }: ModelPatch,
  { subject, analysis, offered, isWhole }: Answered
): Patched {
  const { files, strange, faults } = applied(offered, edits)
  const rules = { blockedPaths: [], isWorkflowRepair: false, isByModel: true, limits: FILES_LOOKED_AT }
  const findings = patchVerdict(files, rules).findings.map(({ path, reason }) => `${path}: ${reason}`)
  const objection = objectionTo({ pillar: 'issue_fix', files, isByModel: true }, subject.config)
  return {
    ...{ files, summary, explanation, isWhole },
    paths: [...new Set(edits.map(({ path }) => path))].sort(),
    offered: offered.map(({ path }) => path),
    lines: changedLines(files),
    risk: riskOf(analysis.complexity, files),
    faults: [...faults, ...sanityFaults(files)],
    findings: strange.length === 0 && objection !== undefined ? [...findings, objection] : findings
  }
}
