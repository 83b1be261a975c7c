// Sequences of meanings that report harm in a title.

export const HARM: readonly (readonly [string, readonly string[]])[] = [
  [
    'a process that dies',
    [
      'dies',
      'crash link|end',
      'kernel crash',
      'kills ~ program',
      'program ~ ends ~ suddenly',
      'ends ~ suddenly end',
      'ends ~ start end|link',
      'program ~ be ~ kills',
      'program ~ vanishes',
      'topples ~ down'
    ]
  ],
  [
    'a process that hangs',
    [
      'screen link|end',
      'never returns end|link',
      'not ~ past',
      'program ~ hangs|hang',
      'program ~ not ~ respond',
      'hangs ~ forever',
      'deadlock link|end',
      'deadlock ~ program',
      'every ~ hangs|hang'
    ]
  ],
  ['a process that does not start', ['not start end|link|again', 'not be start', 'not start ~ program']],
  [
    'work that is not done any more',
    [
      'nothing ~ working',
      'nothing ~ since',
      'work ~ no-longer ~ working',
      'work|program ~ stops ~ working',
      'work stops',
      'work ~ not ~ done',
      'stops answering',
      'be dead',
      'refuses ~1 connections',
      'nothing start',
      'work ~ be stops',
      'work|program ~ stuck end',
      'work|program ~ stuck ~ forever',
      'program ~ unreachable',
      'every ~ unreachable',
      'every ~ gives ~ status',
      'status link ~ every',
      'locked-out link|end',
      'not login end|link',
      'guard no-longer',
      'guard ~ not ~ guarded',
      'leaves ~ program ~ ruined'
    ]
  ],
  [
    'a loss of data',
    [
      'data ~ gone',
      'data ~ be ~ removed',
      'gone ~ data',
      'destroys ~ data',
      'destroys ~ owner',
      'ruins',
      'vanishes',
      'lost-now when',
      'replaced ~ with ~ blank',
      'leaves ~ data ~ ruined',
      'where ~ owner ~ data go|gone|end',
      'not reach ~ owner ~ data',
      'silently ~ false',
      'false ~ silently',
      'wholly ~ data ~ missing',
      'success ~ but ~ not ~ kept|done',
      'success ~ but ~ missing|gone|removed',
      'data ~ not ~ kept',
      'silently ~ skipped ~ data',
      'data ~ silently ~ skipped',
      'data ~ skipped silently'
    ]
  ],
  [
    'an exposure',
    [
      'private|data ~ plain',
      'private|data ~ not encrypted',
      'private ~ other ~ party',
      'other ~ party ~ private',
      'see ~ other ~ party',
      'see ~ other ~ private',
      'private ~ see ~ other',
      'private|data ~ open ~ anybody',
      'private|data ~ open end',
      'can ~ see ~ confidential',
      'shows ~ confidential',
      'shows ~ private ~ whose ~ party',
      'private ~ stranger',
      'see|shows ~ data ~ unpermitted',
      'private ~ off',
      'private ~ appears ~ place',
      'stranger ~ see ~ private'
    ]
  ],
  [
    'a security hole',
    [
      'can ~ become ~ admin',
      'become admin',
      'anybody ~ can ~ see',
      'anybody ~ have ~ admin',
      'former ~ still ~ access',
      'former ~ access still',
      'guard ~ lets ~ anything',
      'guard ~ be ~ skips',
      'accepts ~ without ~ check',
      'be ~ breached',
      'be abused',
      'can ~ change ~ own'
    ]
  ],
  ['wrong amounts of money', ['money ~ false', 'false ~1 money']],
  ['a mix-up', ['several ~ party ~ same', 'same ~ several ~ party']],
  ['a danger to people', ['danger']]
]
