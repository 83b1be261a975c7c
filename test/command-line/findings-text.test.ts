import t from 'tap'
import { findingsText } from '#command-line/doctor/finding.js'
import { failure, well } from '#domain/operation/findings.js'

t.test('what the host calls itself forges no line, and no terminal obeys it', async (t) => {
  const name = 'Ev\u001b[31mil\u001b]0;t\u0007\nok    database  all is well'
  const text = findingsText([
    failure('credential', `The App ${name}.`, `Mend ${name}.`),
    well('disk', 'It has space.')
  ])
  t.equal(text.split('\n').filter((line) => line.startsWith('ok')).length, 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  t.notMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
})
