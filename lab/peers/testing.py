def check_peer():
    pass
