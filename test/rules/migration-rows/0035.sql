update issues set author = 'octocat', state = 'open';
update pull_requests set author = 'octocat', state = 'open';
