// Issues as people write them everywhere, written for this purpose: five trackers do not teach what all others say.
// `THING`, `PART`, `DO` and `DOING` are filled in with what is of no kind.
export const THINGS =
  `the config file, the login page, dark mode, the search box, image upload, the cache, websockets, the CLI,
  pagination, OAuth login, the date picker, autocomplete, the API client, markdown tables, the docker image, the installer,
  the plugin, CSV export, the scheduler, the parser, notifications, the sidebar, custom headers, environment variables,
  the database driver, a proxy, TypeScript types, the mobile app, keyboard shortcuts, the log output, video playback,
  file watching, HTTP/2, the worker, batch mode, the dashboard, multiple accounts, the tokenizer, model weights,
  the progress bar, Unicode names, the REST endpoint, sessions, the backup`.split(/,\s*/)

export const DEEDS =
  `open a file, start the server, upload an image, save the settings, run the tests, import a project,
  connect to the database, load a model, switch tabs, build the project, export to PDF, resize the window, log in,
  delete an entry, use a custom theme, send a message, render a list, call the API, update the package, parse the input,
  restart the service, sort the table, drag an item, add a user, set a default value, use two monitors`.split(
    /,\s*/
  )

export interface Phrases {
  titles: string
  bodies: string
  /** Headings of templates, `|` between them. */
  frames: string
}

export const PHRASES: Readonly<Record<'bug' | 'feature' | 'question', Phrases>> = {
  bug: {
    titles: `THING crashes when I DO
Crash when trying to DO
App crashes on startup after the last update
TypeError: Cannot read properties of undefined when I DO
THING does not work on Windows
THING doesn't work anymore since 2.1.0
THING is broken in the latest release
THING stopped working after upgrading to v3
[Bug] THING fails if I DO
[BUG]: unable to DO
Bug: THING is ignored
bug: wrong result with THING
Cannot DO when THING is enabled
Can't DO on macOS
THING shows the wrong value
THING returns null instead of an error
THING hangs forever
Memory leak in THING
Exception thrown by THING
Unhandled exception when I DO
Segmentation fault in THING
500 error when I DO
404 on THING
Build fails with THING
Regression in THING since 1.4
THING is not updated after I DO
THING disappears when I DO
THING overlaps with the text
Duplicate entries after I DO
Incorrect handling of THING
THING throws an error
Error: failed to DO
Race condition in THING
Deadlock when I DO
THING flickers
THING loses data after a restart
Unexpected behavior of THING
Wrong translation in THING
fix: THING
Infinite loop in THING
THING freezes the UI
KeyError in THING
Tests of THING fail on Linux
THING not respected
THING timing out
Security: THING leaks the password
THING 报错
[Bug] THING 无法使用
THING 崩溃`,
    bodies: `When I DO, THING crashes with the following error.
It worked fine in the previous version.
After updating to the latest version this no longer works.
I get the following exception when I DO.
Nothing happens, and there is this error in the console.
The expected result is that THING works. The actual result is an empty page.
This happens every time, I can reproduce it reliably.
Here is a minimal example that reproduces the problem.
It fails with an error, and the log shows a stack trace.
THING is ignored although it is set.
THING should have been updated, but it still shows the old value.
The process hangs and uses 100% CPU until I kill it.
1. Start the app 2. DO 3. See error
Traceback (most recent call last): RuntimeError
The problem seems to be that THING is null here.
This looks like a regression, I bisected it to this commit.
Sometimes it works, but most of the time it fails.
I tried on Chrome and Firefox, both show the same problem.
升级之后无法使用,出现报错。
复现步骤:打开之后点击按钮,程序崩溃。`,
    frames: `Describe the bug|To Reproduce|Expected behavior|Screenshots|Desktop (please complete the following information)
Bug description|Steps to reproduce|Expected behavior|Actual behavior|Environment
What happened?|What did you expect to happen?|How can we reproduce it (as minimally and precisely as possible)?|Environment
Current Behavior|Expected Behavior|Steps To Reproduce|Environment
Version|Platform|What steps will reproduce the bug?|What is the expected behavior?|What do you see instead?
Summary|Steps to reproduce|What is the current bug behavior?|Relevant logs and/or screenshots
Is there an existing issue for this?|Current Behavior|Expected Behavior|Steps To Reproduce|Anything else?
问题描述|复现步骤|期望结果|实际结果|版本`
  },
  feature: {
    titles: `Add support for THING
Support for THING
Support THING
THING support
Allow to DO
Allow users to DO
Allow THING to be disabled
Option to DO
Ability to DO
Add an option to DO
Add a flag to disable THING
Add a command to DO
Add THING
[Feature Request] THING
[Feature]: a way to DO
Feature request: THING
feat: THING
[FR] DO with one click
Feature: DO
Proposal: THING
[RFC] New API for THING
Make THING configurable
Make it possible to DO
Improve THING
Improve the performance of THING
Better error messages for THING
Expose THING in the API
Implement THING
Implement a way to DO
Provide a method to DO
Please add THING
Please support THING
Would be nice to DO
It would be great to have THING
Enhancement: THING
[Enhancement] DO without a restart
Consider THING
Suggestion: DO automatically
Show THING in the status bar
Integrate with THING
New setting for THING
Customize THING
Use THING by default
Deprecate THING
Replace THING
Remove THING
Upgrade to the new version of THING
Automatically DO
Idea: THING
希望支持 THING
[Feature] 增加 THING
建议增加 THING`,
    bodies: `It would be nice to be able to DO.
It would be great if THING could be configured.
Currently there is no way to DO.
At the moment it is not possible to DO, so I have to do it by hand.
I would like to have an option for THING.
Please add THING, this would make it much easier to DO.
My use case: I want to DO for many projects at once.
Other tools have this feature already.
This could be a new setting, off by default.
I propose to add a parameter for this. The API could look like this.
We should support THING, because more and more people use it.
I'm willing to submit a pull request if this is accepted.
This would improve the experience of new users.
As a user, I want to DO so that I save time.
A possible solution is to expose THING.
It might be useful to have a command for that.
Instead of doing this manually, it could be done automatically.
Would you consider adding this?
Add a button that lets the user DO.
希望可以增加这个功能。
建议支持,这样会更方便。`,
    frames: `Is your feature request related to a problem? Please describe.|Describe the solution you'd like|Describe alternatives you've considered|Additional context
Feature description|Motivation|Possible implementation|Alternatives
Feature Request|Use case|Proposed solution|Alternatives considered
What problem does this feature solve?|What does the proposed API look like?
What would you like to be added?|Why is this needed?
Problem to solve|Proposal|Further details
Summary|Basic example|Motivation|Drawbacks
Is this a new feature or an improvement?|Describe the feature|Who will benefit from this feature?
功能描述|使用场景|期望的方案`
  },
  question: {
    titles: `How to DO?
How to DO
How do I DO?
How can I DO with THING?
how to use THING
Is it possible to DO?
Is there a way to DO?
Is there any way to DO without THING?
Any way to DO?
What is the best way to DO?
What is THING for?
What's the difference between THING and THING?
Why does THING need to DO?
Why is THING so slow?
Question about THING
[Question] THING
[Question]: how do you DO
Question: THING
question regarding THING
Can I use THING with THING?
Can I DO?
Does it support THING?
Does THING work with THING?
Help with THING
Help needed: THING
Need help to DO
please help
I can't figure out how to DO
Confused about THING
Recommended way to DO
Best practice for THING
Any example for THING?
Where is THING stored?
Where can I find THING?
When will THING be released?
Any plans for THING?
Should I use THING or THING?
Am I doing something wrong with THING?
Not sure how to DO
Understanding THING
Clarification on THING
Problem with my setup
Unable to install, what am I missing?
Trouble getting started
Is THING still maintained?
Who can explain THING
请问如何使用 THING
THING 怎么设置?
关于 THING 的疑问`,
    bodies: `How can I DO? I could not find it in the documentation.
I am new to this project and I am trying to DO.
I want to DO, but I don't know how.
Is there a way to do this? Thanks in advance!
Is this expected or am I doing something wrong?
Could someone explain how THING works?
I have read the docs, but I don't understand THING.
Can anyone help me with this? Thank you.
Any help would be appreciated.
What is the recommended way to DO?
I was wondering whether THING is supported.
Is it possible to use THING together with THING?
I'm using THING and I need to DO. Any idea?
Sorry if this is the wrong place to ask.
I asked on Stack Overflow but got no answer.
Do I have to DO first?
Here is my code. What is wrong with it?
Does anyone have an example of this?
I tried everything and it still does not work for me, please help.
Why is it done like that? I'm just curious.
Which version should I use?
请问这个应该怎么设置?谢谢。
新手求助,不知道怎么用。`,
    frames: `Question|What have you tried?
Your question|Environment|Additional context
What do you want to ask?|Checklist
Question|Code snippet
Ask your question here|Link to documentation
Help wanted|What I have read
问题|我尝试过的`
  }
}
