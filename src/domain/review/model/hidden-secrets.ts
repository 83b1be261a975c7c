// A line of code without its secrets. What is hidden from the language model has to be a secret without doubt: whoever
// writes a change could else hide code from it.
import { REDACTED_TEXT, replaceSecrets } from '#domain/text/secrets.js'
import { isTranslation } from '../places.js'
import { secretInLine } from '../rules/secrets/secret-in.js'

export interface HiddenSecrets {
  text: string
  /** Whether what is hidden cannot be code. */
  isSure: boolean
}

/** Secrets of one line that the rule finds, each on its own. What is behind so many is hidden without looking. */
const MOST_FOUND = 12

export function hideSecrets(text: string, path: string): HiddenSecrets {
  const place = { path, isTranslation: isTranslation(path) }
  let [isSure, left] = [true, MOST_FOUND]
  const hide = (secret: string) => {
    isSure &&= !LIKE_CODE.test(secret.replace(BESIDE, ''))
    return REDACTED_TEXT
  }
  const withoutFound = (part: string): string => {
    if (left === 0 && part !== '') {
      isSure = false
      return REDACTED_TEXT
    }
    const found = secretInLine(part, place)
    if (!found) return part
    left -= 1
    const at = part.indexOf(found.value)
    const end = at + found.value.length
    return withoutFound(part.slice(0, at)) + hide(found.value) + withoutFound(part.slice(end))
  }
  // What is known of any text comes last, as it could take only a part of what the rule knows.
  return { text: replaceSecrets(withoutFound(text), hide), isSure }
}

/** What is hidden together with a secret. */
const BESIDE =
  /-----(?:BEGIN|END) [A-Z ]{0,40}PRIVATE KEY-----|\\[nr]|\[redacted\]|^(?:Bearer|FlyV1)\s{1,4}(?:\d{1,12}\|)?|^(?:Account|SharedAccess)Key=/g
/** What calls, compares, assigns or ends a value. The padding of a token is none of it. */
const LIKE_CODE = /[`|&?;(){}<>\\\s"']|=(?!=?$)/
