// How common words are in any tracker, by the share of issues that contain them. In a repository with few issues these
// shares tell which words are rare; in one with thousands its own issues do. Counted in eight public trackers.
import { hashTerm, stemTerm, TERM_KINDS } from './terms.js'

const COMMON: readonly (readonly [number, string])[] = [
  [
    0.4,
    `
    and bug but can error for github http if in is issue it no not of on that the thi to version when with
    `
  ],
  [
    0.18,
    `
    add all an any are as at build by call code core creat do doe example fail feature file from function get has
    have how image like line load make my need new one only open or org other please problem reproduce request
    return run see should so some step support system test there type use user using we which will work would you
    `
  ],
  [
    0.08,
    `
    about after allow also am api argument because been cannot case cause change check class click compil compile
    could cpu create current currently data default dependency detail dev different doc doesn don download each
    enable even exist expect false find first fix follow format found happen help here home however html id include
    info information input install instead into just lib library link linux list local log look main master may me
    message method miss module more name node non now object option out output package pass path possible process
    project provide question read release report response result right runn same screenshot seem server set show
    since source stack start still string such sure task text than thank them then these think thread time tool
    tried true try trying up used value very want warn was way what where while window without your
    `
  ],
  [
    0.035,
    `
    able above access added adding additional address again already alway another app appear application arm
    attribute available avoid back base based before behavior being below best better between bin binary bit block
    both built byte caus chang client clos command comment commit common config const contain content context
    correct debug describe description developer did directly directory disabl display documentation done down due
    during element else email enabl end environment etc export failure fine fixed folder generat gett git give go
    good google got had hello img implement implementation import index init int intel internal item its json key
    know last latest least let level lot maco many match maybe mean memory might mode most much multiple net never
    nice none note null number ok our parameter part performance point pre previous print probably program provid
    public pull rather really reason reference relat remov remove repo require root runtime script search second
    select self service shar similar single site size someth static status summary take target they those though
    through throw too two unable unknown updat update us usage useful usr util vector via view well were why write
    wrong yes
    `
  ]
]

/** The share of each class; class 0 holds words that hardly any tracker has. */
export const SHARES: readonly number[] = [0, ...COMMON.map(([share]) => share)]

const classes = new Map(
  COMMON.flatMap(([, words], at) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [hashTerm(stemTerm(word), TERM_KINDS.word), at + 1] as const)
  )
)

/** The class of a term, by its hash. */
export function commonnessOf(hash: number): number {
  return classes.get(hash) ?? 0
}
