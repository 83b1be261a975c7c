// What the language model gets to read of a change and its surroundings: bounded in each part and as a whole, and without
// secrets. What did not fit is named.
import { redactSecrets } from '#domain/text/secrets.js'
import { shortened } from '#domain/text/shown-text.js'
import type { LeftOutFile } from '#schemas/review/findings.js'
import type { ReviewedFile } from '../change.js'
import { type BundleContext, type BundleSection, contextSections } from './context.js'
import { diffText } from './diff-text.js'

export interface BundleInput extends BundleContext {
  /** The files to review. */
  files: readonly ReviewedFile[]
}

export interface ReviewBundle {
  sections: BundleSection[]
  /** Files of which nothing is shown. */
  leftOut: LeftOutFile[]
  /** What is not shown, or only in part, by its name. */
  missing: string[]
}

const LONGEST_DIFF = 4_000
/** A part of a diff below this says too little. */
const LEAST_DIFF = 400
/** What the fence around a section takes. */
const FENCE_LENGTH = 80
/** Of the whole, for the names of what did not fit. */
const NAMES_SHARE = 0.1
const LONGEST_NAMES = 1_000
const LONGEST_PATH = 300

/** What comes first is what the change is, then what it changes, then what is around it. */
export function reviewBundle(input: BundleInput, most: number): ReviewBundle {
  const forNames = Math.min(LONGEST_NAMES, Math.floor(NAMES_SHARE * most))
  const packer = createPacker(most - forNames - FENCE_LENGTH)
  const { first, last } = contextSections(input)
  for (const section of first) packer.add(section)
  const mostAdded = [...input.files].sort((a, b) => b.additions - a.additions)
  for (const file of mostAdded) addFile(packer, file)
  for (const section of last) packer.add(section)
  const { sections, leftOut, missing } = packer
  const names = namesWithin(missing, forNames - NAMES_TITLE.length)
  const ending = names === '' ? [] : [{ title: NAMES_TITLE, text: names, path: null }]
  return { sections: [...sections, ...ending], leftOut, missing }
}

const NAMES_TITLE = 'what is not shown, or only in part'

interface Packer extends ReviewBundle {
  /** How many characters of text still fit under this title. */
  room(title: string): number
  /** Names the section instead if it does not fit. */
  add(section: BundleSection & { isWhole?: boolean }): void
}

function createPacker(most: number): Packer {
  let left = most
  const [sections, leftOut, missing]: [BundleSection[], LeftOutFile[], string[]] = [[], [], []]
  const room = (title: string) => left - title.length - FENCE_LENGTH
  return {
    sections,
    leftOut,
    missing,
    room,
    add({ title, text, path, isWhole = true }) {
      const fits = text.length <= room(title)
      if (!fits || !isWhole) missing.push(path ?? title)
      if (!fits) return
      sections.push({ title, text, path })
      left -= title.length + text.length + FENCE_LENGTH
    }
  }
}

const FILE_TITLE = 'a changed file'

function addFile(packer: Packer, file: ReviewedFile): void {
  if (!file.isShown && file.lines.length === 0) {
    leaveOut(packer, file, 'The host shows no diff of it.')
    return
  }
  const head = headOf(file)
  const mayBe = packer.room(FILE_TITLE) - head.length - 1
  const { text, isWhole } = diffText(file, Math.max(0, Math.min(LONGEST_DIFF, mayBe)))
  if (mayBe < (isWhole ? 0 : LEAST_DIFF))
    leaveOut(packer, file, 'It did not fit into what the language model may read.')
  else
    packer.add({
      title: FILE_TITLE,
      text: `${head}\n${text}`,
      path: file.path,
      isWhole: isWhole && file.isShown
    })
}

function leaveOut({ leftOut, missing }: ReviewBundle, { path }: ReviewedFile, reason: string): void {
  leftOut.push({ path, reason })
  missing.push(path)
}

function headOf({ path, previousPath, status, additions, deletions }: ReviewedFile): string {
  const shown = (text: string) => shortened(redactSecrets(text), LONGEST_PATH)
  const from = previousPath === null ? '' : ` from ${shown(previousPath)}`
  return `${shown(path)} (${status}${from}, +${additions} -${deletions})`.replaceAll(/\s/g, ' ')
}

/** As many names as fit, and how many more there are. */
function namesWithin(names: readonly string[], most: number): string {
  const shown: string[] = []
  let left = most - 20
  for (const name of names) {
    const line = shortened(redactSecrets(name), LONGEST_PATH).replaceAll(/\s/g, ' ')
    left -= line.length + 1
    if (left < 0)
      return [...shown, `and ${names.length - shown.length} more`].join('\n').slice(0, Math.max(0, most))
    shown.push(line)
  }
  return shown.join('\n')
}
