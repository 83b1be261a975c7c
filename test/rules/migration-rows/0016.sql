update issues set labels = '{bug,"help wanted"}' where number = 1;
