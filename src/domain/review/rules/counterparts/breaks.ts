// Interfaces that others rely on, and that the change breaks without saying so.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import {
  codeLanguageOf,
  isExamplePlace,
  isGeneratedName,
  isScriptPlace,
  isTestPlace,
  isVendoredPlace
} from '../../places.js'
import type { BuiltInFinding } from '../rule.js'
import { lineAfterGap } from '../tests/removed.js'
import { brokenDescriptions } from './descriptions.js'
import { RELEASE_NOTES } from './exports.js'
import { goneNames, renamedMembers } from './gone-names.js'
import { type ChangeView, missingPart } from './part.js'
import { breaksCalls, type Signature, signatureAt } from './signatures.js'

export function breakFindings(view: ChangeView): BuiltInFinding[] {
  if (view.saysSo || view.touches(RELEASE_NOTES)) return []
  return [
    ...brokenSignatures(view),
    ...brokenMessages(view),
    ...brokenDescriptions(view.files),
    ...goneNames(view.files.filter(isReached), view.change.files),
    ...renamedMembers(view.files.filter(isPublicCode))
  ]
}

const isPublicCode = ({ path, status }: ReviewedFile) =>
  status !== 'added' &&
  codeLanguageOf(path) !== undefined &&
  ![isTestPlace, isVendoredPlace, isGeneratedName, isExamplePlace, isScriptPlace].some((is) => is(path)) &&
  !/(?:^|\/)(?:internal|_internal|private)\//.test(path)

/** Commands are reached by their options. */
const isReached = (file: ReviewedFile) =>
  isPublicCode(file) ||
  (/(?:^|\/)(?:cli|cmd|bin|main|commands?)\b/.test(file.path) && !isTestPlace(file.path))

/** Only in a repository that tells its users of changes. */
function brokenSignatures(view: ChangeView): BuiltInFinding[] {
  if (!view.holds(RELEASE_NOTES)) return []
  return view.files
    .filter(isPublicCode)
    .flatMap((file) => {
      const broken = brokenIn(file)
      return broken ? [signatureFinding(file, broken)] : []
    })
    .slice(0, 3)
}

interface BrokenCall {
  name: string
  line: number | null
}

function brokenIn(file: ReviewedFile): BrokenCall | undefined {
  const before = signaturesOf(file.lines.filter(({ kind }) => kind !== 'added'))
  const after = signaturesOf(file.lines.filter(({ kind }) => kind !== 'removed'))
  for (const [name, { signature, line }] of after) {
    const former = before.get(name)
    if (former && breaksCalls(former.signature, signature)) return { name, line }
  }
  return undefined
}

interface PlacedSignature {
  signature: Signature
  line: number | null
}

/** A name that is there twice is one of several forms, which nothing can be said of. */
function signaturesOf(lines: readonly DiffLine[]): Map<string, PlacedSignature> {
  const texts = lines.map(({ text }) => text)
  const found = new Map<string, PlacedSignature>()
  const twice = new Set<string>()
  for (const [at, { after }] of lines.entries()) {
    const signature = signatureAt(texts, at)
    if (!signature) continue
    if (found.has(signature.name)) twice.add(signature.name)
    found.set(signature.name, { signature, line: after })
  }
  for (const name of twice) found.delete(name)
  return found
}

const signatureFinding = (file: ReviewedFile, { name, line }: BrokenCall): BuiltInFinding =>
  missingPart(file, {
    severity: 'medium',
    confidence: 0.55,
    title: `${name} asks for other arguments than before, and the notes say nothing`,
    description: `Whoever calls ${name} as it was is broken by this change, and neither the notes of the release nor the description says so.`,
    suggestion:
      'Take the old arguments too, or say in the notes what breaks and raise the version accordingly.',
    category: 'regression',
    line
  })

const PROTO_FIELD =
  /^\s{0,40}(?:(?:optional|repeated|required)\s)?([\w.<>, ]{1,80})\s(\w{1,80})\s?=\s?(\d{1,9})\s?(?:\[[^\]]{0,120}\])?\s?;/
const RESERVED = /^\s*reserved\b/

/** Numbers of messages that are on the wire: none may come to mean something else. */
function brokenMessages({ files }: ChangeView): BuiltInFinding[] {
  return files
    .filter(({ path, status }) => path.endsWith('.proto') && status === 'modified')
    .flatMap((file) => {
      const before = fieldsOf(removedLines(file))
      const after = fieldsOf(addedLines(file))
      const reused = before.find(({ number, type }) =>
        after.some((one) => one.number === number && one.type !== type)
      )
      const gone = before.find(
        ({ number, name }) => !after.some((one) => one.number === number || one.name === name)
      )
      const renumbered = before.find(({ number, name }) =>
        after.some((one) => one.name === name && one.number !== number)
      )
      const isReserved = addedLines(file).some(({ text }) => RESERVED.test(text))
      const broken = reused ?? renumbered ?? (isReserved ? undefined : gone)
      return broken ? [messageFinding(file, broken, after)] : []
    })
}

interface ProtoField {
  type: string
  name: string
  number: string
  line: number | null
}

const fieldsOf = (lines: readonly DiffLine[]): ProtoField[] =>
  lines.flatMap(({ text, after }) => {
    const [, type, name, number] = (text.length < 400 && PROTO_FIELD.exec(text)) || []
    return type !== undefined &&
      name !== undefined &&
      number !== undefined &&
      !/^(?:option|package|syntax)\b/.test(type)
      ? [{ type: type.trim(), name, number, line: after }]
      : []
  })

const messageFinding = (
  file: ReviewedFile,
  { name, number }: ProtoField,
  after: readonly ProtoField[]
): BuiltInFinding =>
  missingPart(file, {
    severity: 'medium',
    confidence: 0.7,
    title: `The field ${name} = ${number} is gone or means something else`,
    description:
      'Messages that others send or have stored are read wrongly from now on: a number keeps its meaning for ever.',
    suggestion: 'Give a new field a new number, and reserve the number and the name of the old one.',
    category: 'regression',
    line: after.find((one) => one.number === number || one.name === name)?.line ?? lineAfterGap(file)
  })
