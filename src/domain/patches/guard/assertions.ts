// Extracts the assertions of a test, each reduced to its comparison and values.
import { compactSource } from './source.js'

const STARTS =
  /\bif (?=[^\n]{0,300}\{\s{0,40}\bt\.(?:Error|Fatal|Fail))|\b(?:expect|assert\w*|refute\w*|should|verify|require\.\w+|Assert\.\w+|XCTAssert\w*|EXPECT_\w+|ASSERT_\w+|REQUIRE|CHECK|t\.(?:Error|Fatal|Fail)\w*|self\.(?:assert|fail)\w*|t\.(?:is|not|same|equal|ok|match|throws|deepEqual|true|false|truthy|falsy|like|regex|pass|fail|assert|rejects)|isEqualTo|pytest\.raises|raises|is_expected|with_(?:raises|warns)|prop_assert\w*|debug_assert\w*|assert_\w+|ok|is|is_deeply|cmp_ok|doctest)(?=[!.]?\s?[(.{[]|\s)/g

/** Longer statements are compared by their beginning. */
const LONGEST_ASSERTION = 2_000

export function assertionsIn(text: string): string[] {
  const found: string[] = []
  let end = 0
  for (const { index } of text.matchAll(STARTS)) {
    if (index < end || !isStatement(text, index)) continue
    const statement = statementAt(text, index)
    end = index + statement.length
    found.push(essenceOf(statement))
  }
  return found
}

/** Ignores words in comments and names: an assertion begins a line or follows an introducing token. */
function isStatement(text: string, index: number): boolean {
  const lead = text.slice(Math.max(0, index - 80), index)
  const line = lead.slice(lead.lastIndexOf('\n') + 1)
  return /^\s*$|(?:[;{}()>]|=>|\b(?:await|return|yield|with|do|then|and|or|if|unless)|\w\.|!)\s*$/.test(line)
}

/** The statement up to the end of its line, including brackets and chained calls. */
function statementAt(text: string, from: number): string {
  // In Go, a condition may contain a semicolon before its block.
  const stop = text.startsWith('if ', from) ? '' : ';'
  const most = Math.min(text.length, from + LONGEST_ASSERTION)
  let depth = 0
  for (let at = from; at < most; at += 1) {
    const char = text[at] ?? ''
    depth += depthOf(char)
    const isStop = char === stop || (char === '\n' && !continues(text, at))
    if (depth < 0 || (depth === 0 && isStop)) return text.slice(from, at)
  }
  return text.slice(from, most)
}

const depthOf = (char: string) => ('([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0)

const continues = (text: string, at: number) => /^\s*(?:[.?]|&&|\|\||==)/.test(text.slice(at, at + 40))

const WORDS =
  /(?<=(?:raises|Raises|throws|Throws|raise_error|toThrow|toThrowError|expectException|ThrowsAsync)[(<])[\w.:]+|\braise_error\b|'(?:[^'\\]|\\.)*'|(?<![\w.])-?\d[\w.]*|\b(?:true|false|null|nil|None|True|False|undefined|NaN)\b|[=!<>]=+|[<>](?!\w*>)|\b(?:not|is|in|and|or|any|anything|closeTo|approx)\b|\.to[A-Z]\w*|\bto_\w+|\b(?:assert|refute|expect|require|assume)\w*!?|\b(?:Assert|XCTAssert|EXPECT_|ASSERT_|REQUIRE|CHECK)[.\w]*|\bt\.\w+|\bshould\.?[\w.]*|\b(?:raises|eq|eql|be|contain|include|match|isEqualTo|isNotNull|isTrue|isFalse|hasSize|contains|equals?|same|Error\w*|Fatal\w*)\b/g

/** The comparisons and values in order: a repair may rename variables, but not change expectations. */
function essenceOf(statement: string): string {
  return (compactSource(statement).match(WORDS) ?? []).join(' ')
}
