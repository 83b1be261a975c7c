// Phrases that indicate the type of an issue in any project. Phrases with the same meaning share a cue.

const CUES: Readonly<Record<string, string>> = {
  crash:
    'crash, crashes, crashed, crashing, segfault, segfaults, segmentation fault, core dump, core dumped, panic, panics, panicked, ice, sigsegv, aborts, aborted, bsod, 崩溃, 闪退',
  error:
    'error, errors, exception, exceptions, traceback, stack trace, stacktrace, throws, thrown, uncaught, unhandled, typeerror, valueerror, nullpointerexception, npe, assertion failed, assertion, 报错, 错误, 异常',
  failure:
    'fail, fails, failed, failing, failure, failures, broken, broke, breaks, breaking, unable to, cannot, can not, cant, could not, does not work, doesnt work, not working, not work, no longer works, stopped working, stops working, 失败, 无法, 不能',
  wrong:
    'wrong, wrongly, incorrect, incorrectly, invalid, unexpected, unexpectedly, missing, mismatch, inconsistent, corrupt, corrupted, corruption, garbage, weird, strange, misplaced, overlap, overlaps, flicker, flickers, duplicated, ignored, ignores, not respected, 不正确',
  bug: 'bug, bugs, bugfix, defect, regression, regressed, flaky, intermittent, 缺陷, 问题',
  hang: 'hang, hangs, hanging, freeze, freezes, frozen, stuck, deadlock, infinite loop, never returns, unresponsive, timeout, timed out, memory leak, leak, leaks, race condition, overflow, 卡死, 卡住',
  formerly:
    'used to work, worked before, works fine in, worked fine, works in version, since version, since the update, after update, after updating, after upgrading, after upgrade, previous version, latest version, regression in, git bisect, bisected',
  expectation:
    'expected behavior, expected behaviour, actual behavior, actual behaviour, expected result, actual result, expected results, actual results, i expected, i would expect, should have, instead of, current behavior, current behaviour, 预期, 期望',
  steps:
    'steps to reproduce, to reproduce, how to reproduce, repro, repro steps, reproduction, reproduce, reproducible, minimal example, minimal reproducible, 复现, 步骤',
  environment:
    'environment, system information, system info, operating system, os version, browser version, version info, 版本, 环境',
  wish: 'would be nice, would be great, would be good, would be useful, would be helpful, would be awesome, would be cool, would be better, be nice to, be great to, be useful to, nice to have, it would, would love, would like, id like, i wish, we wish, please add, please support, please consider, please implement, please provide, please allow, could you add, can you add, could we have, can we have, can we add, 希望, 建议, 能否',
  request:
    'feature request, feature, features, enhancement, enhancements, improvement, proposal, propose, proposing, suggestion, suggest, rfc, idea, request, wishlist, 需求, 功能, 新增',
  addition:
    'add, adds, adding, add support, support for, implement, implementing, implementation of, introduce, provide, expose, allow, allows, allowing, enable, ability to, option to, an option, a way to, make it possible, extend, new option, new command, new api, create, include, 支持, 增加, 添加',
  improvement:
    'improve, improving, optimize, optimise, simplify, refactor, cleanup, clean up, rename, replace, remove, move, consider, migrate, upgrade, deprecate, switch to, better, more descriptive, customize, customizable, configurable, convenient, easier, 优化, 改进',
  motivation:
    'use case, use cases, motivation, alternatives, alternative, describe the solution, solution you, related to a problem, currently there is no, there is no way, not possible to, not currently possible, who will benefit, willing to contribute, proposed solution',
  how: 'how to, how do i, how do you, how can i, how can we, how could i, how should i, how does, how is, how are, how would, how i can, how about, 如何, 怎么, 怎样',
  what: 'what is, what are, what does, what should, what do, what if, why is, why does, why do, why are, why not, why, when will, when is, where is, where can, where do, where should, which one, who, whats, 为什么, 什么, 哪里',
  possible:
    'is it possible, is there a way, is there any, is there a, are there any, any way to, any plan, any plans, any idea, any ideas, is this possible, is it normal, is this normal, is it safe, is this expected, does it support, does anyone, do you have, can i, can we, can it, can someone, could someone, can anyone, could anyone, may i, should i, am i, do i need, 可以吗, 是否, 请问, 吗',
  question:
    'question, questions, q, ask, asking, wondering, wonder, curious, confused, confusing, clarify, clarification, understand, dont understand, dont know, not sure, im not sure, no idea, explain, explanation, 疑问, 咨询, 求助',
  help: 'help, please help, need help, help me, help please, any help, thanks in advance, thank you, thanks, appreciate, appreciated, advice, guidance, tutorial, example, examples, newbie, beginner, new to, im new, im trying, i am trying, trying to, i want to, i need to, im using, i am using, stack overflow, stackoverflow, forum, discord, best practice, best way, recommended way, correct way, right way, proper way, tried everything, what am i doing wrong, doing wrong, not a bug, 谢谢, 帮忙',
  installation:
    'install, installing, installation, build from source, compile, compiling, setup, set up, configure, configuration, download, pip install, npm install, cmake, docker',
  documentation:
    'documentation, document, documented, docs, doc, readme, typo, typos, guide, wiki, spelling, 文档',
  change:
    'this pr, this pull request, fixes, closes, merge, merged, pull request, patch, backport, signed off, i agree to contribute'
}

/** The cue of each phrase. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(CUES).flatMap(([cue, phrases]) =>
    phrases.split(', ').map((phrase): [string, string] => [phrase, cue])
  )
)

const LONGEST_PHRASE = 4

/** The cues in a text and how often each occurs. */
export function cuesOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  const plain = words.map((word) => word.replaceAll("'", ''))
  for (let at = 0; at < plain.length; at += 1) {
    let phrase = ''
    for (const word of plain.slice(at, at + LONGEST_PHRASE)) {
      phrase = phrase === '' ? word : `${phrase} ${word}`
      const cue = MEANINGS.get(phrase)
      if (cue) counts.set(cue, (counts.get(cue) ?? 0) + 1)
    }
  }
  return counts
}
