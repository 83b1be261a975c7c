// Updates of requirements.txt.
import type { EditCase, Fix } from './case.js'

const DJANGO: Fix = { package: 'django', from: '4.2.1', to: '4.2.7' }

const edit = (name: string, [before, after]: readonly [string, string], fix = DJANGO): EditCase => ({
  name,
  ecosystem: 'PyPI',
  files: { 'requirements.txt': before },
  fixes: [fix],
  expected: { files: { 'requirements.txt': after } }
})
const refused = (name: string, content: string, why: string, fix = DJANGO): EditCase => ({
  name,
  ecosystem: 'PyPI',
  files: { 'requirements.txt': content },
  fixes: [fix],
  expected: { refused: why }
})

export const pythonEdits: readonly EditCase[] = [
  edit('requirements: a pinned version stays pinned', [
    'django==4.2.1\nflask==3.0.0\n',
    'django==4.2.7\nflask==3.0.0\n'
  ]),
  edit('requirements: a compatible release stays one', ['Django~=4.2.1\n', 'Django~=4.2.7\n']),
  edit('requirements: a lower bound is raised, and the upper one stays', [
    'django>=4.2.1,<5.0\n',
    'django>=4.2.7,<5.0\n'
  ]),
  edit('requirements: extras, markers, spaces and comments stay as they are', [
    'django[argon2, bcrypt] == 4.2.1 ; python_version >= "3.8"  # keep 4.2.1 until March\n',
    'django[argon2, bcrypt] == 4.2.7 ; python_version >= "3.8"  # keep 4.2.1 until March\n'
  ]),
  edit('requirements: a comment that looks like a requirement is left alone', [
    '# django==4.2.1 is what production has\n#django==4.2.1\ndjango==4.2.1 # django==4.2.1\n',
    '# django==4.2.1 is what production has\n#django==4.2.1\ndjango==4.2.7 # django==4.2.1\n'
  ]),
  edit('requirements: CR LF and a missing last line break are kept', [
    'flask==3.0.0\r\n\r\ndjango==4.2.1',
    'flask==3.0.0\r\n\r\ndjango==4.2.7'
  ]),
  edit('requirements: a requirement may go on in the next line', [
    'django==4.2.1 \\\n    ; python_version >= "3.8"\nflask==3.0.0\n',
    'django==4.2.7 \\\n    ; python_version >= "3.8"\nflask==3.0.0\n'
  ]),
  edit('requirements: each line of a package under another marker is updated', [
    'django==4.2.1 ; python_version < "3.10"\ndjango==4.2.1 ; python_version >= "3.10"\n',
    'django==4.2.7 ; python_version < "3.10"\ndjango==4.2.7 ; python_version >= "3.10"\n'
  ]),
  edit(
    'requirements: a name keeps its spelling, whatever the record calls it',
    ['Zope_Interface==5.0.0\n', 'Zope_Interface==5.0.1\n'],
    { package: 'zope.interface', from: '5.0.0', to: '5.0.1' }
  ),
  edit('requirements: a name that begins or ends like another is another', [
    'django-filter==4.2.1\ndjango==4.2.1\nmy-django==4.2.1\n',
    'django-filter==4.2.1\ndjango==4.2.7\nmy-django==4.2.1\n'
  ]),
  edit('requirements: addresses and options that hold the name are left alone', [
    '--find-links https://example.com/django==4.2.1\n-e git+https://github.com/acme/fork.git@4.2.1#egg=fork\ndjango==4.2.1\n',
    '--find-links https://example.com/django==4.2.1\n-e git+https://github.com/acme/fork.git@4.2.1#egg=fork\ndjango==4.2.7\n'
  ]),
  {
    name: 'requirements: a file that another includes is the one that changes',
    ecosystem: 'PyPI',
    files: {
      'requirements.txt': '-r requirements/base.txt\nflask==3.0.0\n',
      'requirements/base.txt': 'django==4.2.1\n'
    },
    fixes: [DJANGO],
    expected: { files: { 'requirements/base.txt': 'django==4.2.7\n' } }
  },
  refused(
    'requirements: a hash of the old version forbids the new one, whose hash nobody knows',
    'django==4.2.1 \\\n    --hash=sha256:066b6debb5ac335458d2a713ed995570536c8b59a580005acb0732378d5eb1ee\n',
    'hashes'
  ),
  refused(
    'requirements: an upper bound that excludes the fix is not lifted',
    'django>=4.0,<4.2.5\n',
    'upper bound'
  ),
  refused('requirements: another major version is not an update', 'django==4.2.1\n', 'major', {
    ...DJANGO,
    to: '5.0.1'
  }),
  refused(
    'requirements: a package from an address has no version to change',
    'django @ https://example.com/django-4.2.1.tar.gz\n',
    'address'
  )
]
