update violations set tracked = true where status = 'open';
