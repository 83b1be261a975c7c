// Numbers that identify something: a report about version 2.5 is not one about version 2.6.

/** Quoted messages contain numbers of a single run. */
const QUOTED = /"[^"]{1,200}"|'[^']{1,200}'|`[^`]{1,200}`/g
/** Versions, dates, counts, names with digits: `2.5.0-rc.1`, `2026-04-06`, `CVE-2026-1234`. */
const TOKEN = /[\p{L}\p{N}]{1,40}(?:[._:/+-][\p{L}\p{N}]{1,40}){0,8}/gu
const CODE =
  /(?:error|code|status|errno|hresult|exit(?:ed)?(?: with)?)(?: code| status| number)?[ :#=(]{0,3}(0x[0-9a-f]{2,16}|[a-z]{0,4}[0-9]{2,8})\b/gi
const MOST_NUMBERS_READ = 20

/** Numbers in a title, without a leading `v` or `#`. */
export function numbersInTitle(title: string): string[] {
  const plain = title.replaceAll(QUOTED, ' ')
  return [...plain.matchAll(TOKEN)]
    .map(([token]) => token.toLowerCase())
    .filter((token) => /[0-9]/.test(token))
    .map((token) => token.replace(/^v(?=[0-9])/, ''))
    .slice(0, MOST_NUMBERS_READ)
}

/** Error codes in a line: "error 1603", "exit code 137". */
export function codesIn(line: string): string[] {
  return [...line.matchAll(CODE)].map(([, code = '']) => code.toLowerCase()).slice(0, MOST_NUMBERS_READ)
}
