// What tells that a report follows another one: the other matter is solved, works or exists now. Who says so has another
// one, whatever words both share.

const PATTERNS = {
  /** "Now that themes exist", "upload works now". */
  solvedNow:
    /\bnow that\b|\b(?:works?|exists?|there|displayed|possible|supported|available|fixed|correct|shown|fine|ok|good|right|landed|shipped|added|imported|solved|gone) now\b|\bnow (?:works?|exists?|supports?|shows?|accepts?|passes|that|available|possible|correct|fine|ok)\b/i,
  /** "Fractions are fine", "import works well". */
  isFine:
    /\b(?:is|are|was|were|works?|looks?|working|runs?)(?: now| all| both)? (?:ok|okay|fine|good|great|right|correct|lovely|well|perfect|perfectly|solid)\b/i,
  /** "Since the fix", "the crash is gone since 1.2". */
  afterFix:
    /\b(?:the|that|your|last|this) fix\b|\bsince (?:the|v|version)\b|\bsince \d|\b(?:is|are|was|been|got) (?:fixed|solved|resolved|implemented|merged|there|allowed|gone)\b/i,
  but: /\bbut\b/i,
  /** "Same here", which speaks for the same matter. */
  same: /\bsame\b|\btoo\b|\+1/i
} as const

export type FollowUps = Record<keyof typeof PATTERNS, number>

const LONGEST_TEXT = 4_000

/** 1 for what the report says. */
export function followUpsIn({ title, body }: { title: string; body: string }): FollowUps {
  const text = `${title} . ${body.slice(0, LONGEST_TEXT)}`
  const says = (pattern: RegExp) => (pattern.test(text) ? 1 : 0)
  return {
    solvedNow: says(PATTERNS.solvedNow),
    isFine: says(PATTERNS.isFine),
    afterFix: says(PATTERNS.afterFix),
    but: says(PATTERNS.but),
    same: says(PATTERNS.same)
  }
}
