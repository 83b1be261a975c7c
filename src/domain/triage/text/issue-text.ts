// Splits the text of an issue into words, headings, code and shape, in one pass over a bounded length.
import { type LineReader, lineReader } from './markdown-lines.js'
import { type TextToken, tokenizeText } from './tokens.js'

/** The part of an issue that is read; the rest says little about its type. */
const TITLE_READ = 300
const BODY_READ = 10_000
const MOST_WORDS = 400
const MOST_CODE_WORDS = 100

export interface IssueText {
  title: string
  body: string
}

/** Counts that describe the shape of a text. */
export type Shape = Record<'fences' | 'traces' | 'images' | 'links' | 'boxes' | 'questions' | 'lines', number>

export interface PreparedText {
  title: TextToken[]
  /** Words outside of code, including question marks. */
  prose: TextToken[]
  code: string[]
  headings: string[]
  /** The bracketed prefix of the title, such as `[Feature]`. */
  prefix: string
  shape: Shape
}

/** The bounded text without HTML comments, which are instructions of templates. */
export function boundedIssueText({ title, body }: IssueText): IssueText {
  return {
    title: title.slice(0, TITLE_READ).normalize('NFKC'),
    body: withoutComments(body.slice(0, BODY_READ).normalize('NFKC'))
  }
}

export function prepareText(issue: IssueText): PreparedText {
  const { title: head, body } = boundedIssueText(issue)
  const prefix = prefixOf(head)
  const text: PreparedText = {
    title: tokenizeText(head),
    prose: [],
    code: [],
    headings: [],
    prefix,
    shape: { fences: 0, traces: 0, images: 0, links: 0, boxes: 0, questions: 0, lines: 0 }
  }
  const reader = lineReader()
  for (const line of body.split('\n')) readLine(text, reader, line)
  text.code.push(...text.title.filter(({ kind }) => kind === 'code').map(({ word }) => word))
  return text
}

function readLine(text: PreparedText, reader: LineReader, line: string) {
  const { kind, content, isTrace } = reader.read(line)
  const { shape } = text
  shape.lines += 1
  shape.traces += isTrace ? 1 : 0
  if (kind === 'fence') shape.fences += 1
  if (kind === 'box') shape.boxes += 1
  if (kind === 'heading') text.headings.push(content)
  if (kind === 'fence' || kind === 'box') return
  for (const token of tokenizeText(content)) addToken(text, token, kind === 'code')
}

function addToken({ prose, code, shape }: PreparedText, token: TextToken, isCode: boolean) {
  if (token.kind === 'image') shape.images += 1
  if (token.kind === 'link') shape.links += 1
  if (isCode || token.kind === 'code') {
    if (code.length < MOST_CODE_WORDS) code.push(token.word)
    return
  }
  if (token.word === '?') shape.questions += 1
  if (prose.length < MOST_WORDS) prose.push(token)
}

const PREFIX = /^\s*(?:\[([^\]]{1,40})\]|\u3010([^\u3011]{1,40})\u3011|([a-z]{2,12})(?:\([^)]{0,40}\))?:\s)/i

function prefixOf(title: string): string {
  const [, square, corner, word] = PREFIX.exec(title) ?? []
  return (square ?? corner ?? word ?? '').trim().toLowerCase()
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    parts.push(text.slice(from, at))
    const end = text.indexOf('-->', at + 4)
    if (end < 0) return parts.join('')
    from = end + 3
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Fewer words do not describe a problem. */
const FEW_WORDS = 12

/** Whether the body has hardly any words and neither code, images nor links. */
export function hasLittleText({ prose, code, shape }: PreparedText): boolean {
  const words = prose.filter(({ kind }) => kind === 'word')
  return words.length < FEW_WORDS && code.length === 0 && shape.images + shape.links === 0
}
