update issues set title = title;
update webhook_deliveries set state = state;
