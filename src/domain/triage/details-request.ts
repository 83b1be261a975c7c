/** The comment that asks the author of a bug report for details; it repeats nothing of the report. */
export const DETAILS_REQUEST = [
  'Thank you for the report. It does not have enough detail yet to be investigated. Please edit it and add:',
  '',
  '- what you did, step by step',
  '- what you expected, and what happened instead',
  '- the version you use, and where it runs',
  '- the error message or the log, if there is one',
  '',
  'The report is classified again when you edit it.'
].join('\n')
