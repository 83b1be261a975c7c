// Files that no review can read: programs, archives, data, and what machines leave behind.
import type { ReviewSeverity } from '#schemas/review/enums.js'

export interface UnfitKind {
  pattern: RegExp
  what: string
  why: string
  severity: ReviewSeverity
  confidence: number
}

const UNREADABLE = 'Nobody can read what it does, and it runs where the repository is used.'
const BUILT =
  'It is made from other files: whoever builds the project gets it anew, and a review cannot read it.'
const MACHINE = 'It belongs to the machine or the editor of its author, and changes with every person.'

export const UNFIT_KINDS: readonly UnfitKind[] = [
  {
    pattern:
      /(?:^|\/)(?:[\w.-]{0,40}[_.-])?(?:dump|backup|export|prod(?:uction)?[_-]?data)(?:[_.-][\w.-]{0,40})?\.(?:sql|csv|tsv|xlsx?|json|xml|bson)$/i,
    what: 'A dump of data',
    why: 'It may hold what belongs to people, and a repository keeps it for ever.',
    severity: 'medium',
    confidence: 0.55
  },
  {
    pattern:
      /(?:^|\/)(?:node_modules|bower_components|jspm_packages|__pycache__|\.venv|venv|\.tox|\.gradle|\.terraform|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.next|\.nuxt|\.turbo|\.parcel-cache|\.sass-cache|site-packages|\.nyc_output|\.eggs|[\w.-]{1,80}\.egg-info)\//,
    what: 'A folder that tools fill',
    why: 'Tools fill this folder anew on every machine; in the repository it hides the change and grows old.',
    severity: 'medium',
    confidence: 0.95
  },
  {
    pattern:
      /\.(?:exe|dll|so(?:\.\d{1,4}){0,3}|dylib|msi|apk|aab|ipa|deb|rpm|dmg|pkg|appimage|elf|com|scr|sys|ko|node)$/i,
    what: 'A program in machine code',
    why: UNREADABLE,
    severity: 'medium',
    confidence: 0.85
  },
  {
    pattern: /(?<!(?:gradle|maven)-wrapper)\.(?:jar|war|ear|aar|nupkg|whl|egg|gem)$|\.wasm$/i,
    what: 'A built package',
    why: UNREADABLE,
    severity: 'medium',
    confidence: 0.75
  },
  {
    pattern: /\.(?:class|pyc|pyo|o|obj|a|lib|pdb|beam|hi|elc)$|(?:^|\/)(?:core\.\d{1,9}|a\.out)$/i,
    what: 'A built file',
    why: BUILT,
    severity: 'medium',
    confidence: 0.85
  },
  {
    pattern:
      /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|ehthumbs\.db|\.Spotlight-V100|\.directory)$|(?:^|\/)(?:\.idea|\.vs|\.history|\.fleet)\/|\.(?:swp|swo|iml|suo|user|rsuser)$|~$/i,
    what: 'A file of a machine or an editor',
    why: MACHINE,
    severity: 'low',
    confidence: 0.9
  },
  {
    pattern:
      /\.(?:orig|rej|bak|old|tmp|temp|save)$|(?:^|\/)(?:npm-debug|yarn-error|yarn-debug|pnpm-debug|lerna-debug|hs_err_pid\d{1,9}|debug|error|access)\.log(?:\.\d{1,3})?$|\.(?:log|heapsnapshot|cpuprofile|hprof|dmp|stackdump)$/i,
    what: 'A file that a tool left behind',
    why: 'It came into being while the change was made, and says nothing to anybody else.',
    severity: 'low',
    confidence: 0.85
  },
  {
    pattern:
      /\.(?:sqlite3?|db|mdb|dump|bak\.sql|rdb|parquet|feather|pkl|pickle|h5|hdf5|npz|ckpt|pt|pth|onnx|safetensors|gguf)$/i,
    what: 'A file of data',
    why: 'A repository keeps every version of it for ever, and what is in it cannot be reviewed.',
    severity: 'medium',
    confidence: 0.65
  },
  {
    pattern: /\.(?:zip|tar|tgz|tbz2?|txz|rar|7z|gz|bz2|xz|zst|lz4|iso|img|cab)$/i,
    what: 'An archive',
    why: 'What is in it cannot be reviewed, and a repository keeps every version of it for ever.',
    severity: 'medium',
    confidence: 0.7
  },
  {
    pattern:
      /(?:^|\/)(?:coverage|htmlcov|lcov-report)\/|(?:^|\/)(?:lcov\.info|\.coverage|coverage\.xml|\.eslintcache|\.stylelintcache|[\w.-]{1,60}\.tsbuildinfo)$/,
    what: 'The output of a tool',
    why: BUILT,
    severity: 'low',
    confidence: 0.85
  }
]
